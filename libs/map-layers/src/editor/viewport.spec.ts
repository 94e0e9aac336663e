import { describe, expect, it } from '@jest/globals';
import { createViewport } from './viewport.js';

const SIZE = { widthPx: 800, heightPx: 600 };
const HOME = { lat: 44.6, lng: 8.1, zoom: 12 };

describe('the view of the drawing', () => {
  it('shows home without places, and all places without going nearer than a street', () => {
    const viewport = createViewport();
    viewport.resize(SIZE);
    viewport.fit([], HOME);
    expect(viewport.camera).toEqual(HOME);
    const places = [
      { lat: 44.6, lng: 8.1 },
      { lat: 44.63, lng: 8.16 },
    ];
    viewport.fit(places, HOME);
    for (const place of places) {
      const [x, y] = viewport.view!.toPx(place);
      expect(x > 0 && x < SIZE.widthPx && y > 0 && y < SIZE.heightPx).toBe(true);
    }
    viewport.fit(places.slice(0, 1), HOME);
    expect(viewport.camera).toMatchObject({ zoom: 17, lat: expect.closeTo(44.6, 3) });
  });

  it('shows places on both sides of the antimeridian without the world between them', () => {
    const viewport = createViewport();
    viewport.resize(SIZE);
    const places = [
      { lat: 0, lng: 179.99 },
      { lat: 0.01, lng: -179.98 },
    ];
    viewport.fit(places, HOME);
    expect(viewport.camera?.zoom).toBeGreaterThan(10);
    for (const place of places) {
      const [x, y] = viewport.view!.toPx(place);
      expect(x > 0 && x < SIZE.widthPx && y > 0 && y < SIZE.heightPx).toBe(true);
    }
  });

  it('asks the map below for a view, and shows what that map shows', () => {
    const viewport = createViewport();
    viewport.resize(SIZE);
    viewport.look(HOME);
    const asked: number[] = [];
    const stop = viewport.moveBy(({ zoom }) => void asked.push(zoom));
    viewport.zoom(1);
    expect([asked, viewport.camera]).toEqual([[13], HOME]);
    stop();
    viewport.zoom(1);
    expect(viewport.camera?.zoom).toBe(13);
  });

  it('moves by pixels', () => {
    const viewport = createViewport();
    viewport.resize(SIZE);
    viewport.look(HOME);
    const before = viewport.view!;
    viewport.pan(80, -8);
    const [x, y] = before.toPx(viewport.camera!);
    expect([x, y]).toEqual([expect.closeTo(480, 6), expect.closeTo(292, 6)]);
  });

  it('tells once it has a size and a camera', () => {
    const viewport = createViewport();
    const widths: number[] = [];
    viewport.subscribe(({ widthPx }) => void widths.push(widthPx));
    viewport.look(HOME);
    viewport.resize(SIZE);
    expect(widths).toEqual([800]);
  });
});
