import { describe, expect, it } from '@jest/globals';
import { createViewMemory, fitPadding } from './view-memory.js';

const HOME = { lat: 44.3, lng: 8.2, zoom: 14 };

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

  it('takes a fit once for each route and home', () => {
    const memory = createViewMemory();
    expect(memory.takesFit(null, HOME)).toBe(true);
    expect(memory.takesFit(null, HOME)).toBe(false);
    expect(memory.takesFit(null, { ...HOME })).toBe(true);
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
