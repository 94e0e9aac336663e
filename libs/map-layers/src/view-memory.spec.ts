import { describe, expect, it } from '@jest/globals';
import type { RaceRoute } from './types.js';
import { createViewMemory, fitPadding } from './view-memory.js';

const HOME = { lat: 44.3, lng: 8.2, zoom: 14 };
const ROUTE: RaceRoute = {
  lines: [[HOME, { lat: 44.31, lng: 8.22 }]],
  start: null,
  finish: HOME,
  finishRadiusM: 30,
  boxes: null,
};

describe('view memory', () => {
  it('is fitted until the view is moved', () => {
    const memory = createViewMemory();
    expect(memory.isFitted()).toBe(false);
    memory.look(HOME);
    expect(memory.isFitted()).toBe(false);
    memory.fitted();
    expect(memory.isFitted()).toBe(true);
    memory.look({ ...HOME });
    expect(memory.isFitted()).toBe(true);
    memory.look({ ...HOME, zoom: 15 });
    expect(memory.isFitted()).toBe(false);
  });

  it('takes a fit once for each home of an event without a route', () => {
    const memory = createViewMemory();
    expect(memory.takesFit(null, HOME)).toBe(true);
    expect(memory.takesFit(null, { ...HOME })).toBe(false);
    expect(memory.takesFit(null, { ...HOME, zoom: 12 })).toBe(true);
  });

  it('takes a fit for a route that lies elsewhere, and for no other change', () => {
    const memory = createViewMemory();
    memory.takesFit(null, HOME);
    expect(memory.takesFit(ROUTE, HOME)).toBe(true);
    const readAnew = { ...structuredClone(ROUTE), finishRadiusM: 50, stretches: [] };
    expect(memory.takesFit(readAnew, HOME)).toBe(false);
    expect(memory.takesFit(readAnew, { ...HOME, lat: 45 })).toBe(false);
    const longer = { ...readAnew, lines: [...ROUTE.lines, [HOME, { lat: 44.4, lng: 8.2 }]] };
    expect(memory.takesFit(longer, HOME)).toBe(true);
  });

  it('takes no fit in place of a view that was chosen before', () => {
    expect(createViewMemory(HOME).takesFit(ROUTE, HOME)).toBe(false);
  });

  it('gives each request to show a car to one drawing of the map', () => {
    const memory = createViewMemory();
    const request = { invitationId: 5 };
    expect(memory.takesCentre(request)).toBe(true);
    expect(memory.takesCentre(request)).toBe(false);
    expect(memory.takesCentre({ ...request })).toBe(true);
  });

  it('leaves a small map most of its size', () => {
    expect(fitPadding(1_000, 800)).toEqual({ top: 56, right: 56, bottom: 56, left: 56 });
    expect(fitPadding(390, 200)).toEqual({ top: 24, right: 24, bottom: 24, left: 24 });
  });
});
