import { describe, expect, it } from '@jest/globals';
import type { SocketMessage } from '@flagpost/contracts';
import { aFlag, anAlert, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { createMessageSequencer } from './message-sequencer.js';

const numbered = (seq: number, streamId = 'stream', eventId = EVENT_ID) => ({ eventId, streamId, seq });
const alert = (seq: number, streamId?: string, eventId?: number): SocketMessage => ({
  type: 'DRIVER_ALERT',
  data: { ...numbered(seq, streamId, eventId), alert: anAlert(seq) },
});
const flag = (seq: number, streamId?: string): SocketMessage => ({
  type: 'RACE_CONTROL',
  data: { ...numbered(seq, streamId), action: 'flagSent', flag: aFlag(seq), correlationId: 'spec' },
});
const frame = (number: number, streamId = 'stream'): SocketMessage => ({
  type: 'CHANGE_POSITION',
  data: { eventId: EVENT_ID, streamId, frame: number, serverTime: 0, cars: [] },
});
const snapshot = (changes = {}): SocketMessage => ({ type: 'SNAPSHOT', data: aSnapshot(changes) });

const joined = (changes = {}) => {
  const sequencer = createMessageSequencer(EVENT_ID);
  sequencer.accept(snapshot(changes));
  return sequencer;
};

describe('reliable messages', () => {
  it('are applied in order', () => {
    const sequencer = joined({ seq: 4 });
    expect(sequencer.accept(alert(5))).toEqual({ apply: [alert(5)], needsSnapshot: false });
    expect(sequencer.accept(flag(6))).toEqual({ apply: [flag(6)], needsSnapshot: false });
  });

  it('are dropped when they repeat or are older than the snapshot', () => {
    const sequencer = joined({ seq: 4 });
    sequencer.accept(alert(5));
    expect(sequencer.accept(alert(5)).apply).toEqual([]);
    expect(sequencer.accept(alert(3)).apply).toEqual([]);
  });

  it('after a gap are applied at once and ask for a snapshot', () => {
    const sequencer = joined({ seq: 4 });
    expect(sequencer.accept(alert(7))).toEqual({ apply: [alert(7)], needsSnapshot: true });
  });

  it('are told again by a snapshot that is older than what was applied', () => {
    const sequencer = joined({ seq: 4 });
    sequencer.accept(alert(7));
    sequencer.accept(snapshot({ seq: 5 }));
    expect(sequencer.accept(flag(6)).apply).toEqual([flag(6)]);
    expect(sequencer.accept(alert(7)).apply).toEqual([alert(7)]);
  });

  it('of a new stream wait for its snapshot', () => {
    const sequencer = joined({ seq: 4 });
    expect(sequencer.accept(alert(1, 'next'))).toEqual({ apply: [], needsSnapshot: true });
    sequencer.accept(flag(2, 'next'));
    const next = snapshot({ streamId: 'next', seq: 1 });
    expect(sequencer.accept(next).apply).toEqual([next, flag(2, 'next')]);
  });

  it('before the first snapshot wait for it without asking for another', () => {
    const sequencer = createMessageSequencer(EVENT_ID);
    expect(sequencer.accept(alert(1))).toEqual({ apply: [], needsSnapshot: false });
    expect(sequencer.accept(snapshot()).apply).toEqual([snapshot(), alert(1)]);
  });

  it('of other events are ignored', () => {
    const sequencer = joined();
    expect(sequencer.accept(alert(1, 'stream', 8))).toEqual({ apply: [], needsSnapshot: false });
  });
});

describe('position frames', () => {
  it('may be missed, and never go back', () => {
    const sequencer = joined({ frame: 10 });
    expect(sequencer.accept(frame(14))).toEqual({ apply: [frame(14)], needsSnapshot: false });
    expect(sequencer.accept(frame(13)).apply).toEqual([]);
  });

  it('of a new stream ask for a snapshot', () => {
    expect(joined().accept(frame(1, 'next'))).toEqual({ apply: [], needsSnapshot: true });
  });

  it('after a lost connection wait for the next snapshot', () => {
    const sequencer = joined({ frame: 10 });
    sequencer.reset();
    expect(sequencer.accept(frame(11))).toEqual({ apply: [], needsSnapshot: false });
  });
});
