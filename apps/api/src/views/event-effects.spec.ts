import { describe, expect, it } from '@jest/globals';
import { EVENT_VERSIONS } from '@flagpost/domain';
import { EVENT_EFFECTS, effectOf } from './event-effects.js';

describe('the effects of events', () => {
  it('name every event type', () => {
    expect(Object.keys(EVENT_EFFECTS).sort()).toEqual(Object.keys(EVENT_VERSIONS).sort());
  });

  it('are none for a type that only a later release knows', () => {
    expect(effectOf({ type: 'SectorTimed' })).toEqual({ setup: 'same', viewers: 'nothing' });
  });
});
