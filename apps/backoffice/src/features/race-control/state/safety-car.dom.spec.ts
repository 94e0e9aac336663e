import { beforeEach, describe, expect, it } from '@jest/globals';
import { FLAGS } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { newOrder } from '../deliver-flag.js';
import { flagRequestFor } from '../send-flag.js';
import { selectFeed } from './feed.js';
import { sendingBegan } from './flags.js';
import { linkLost } from './link.js';
import { raceControlled, snapshotArrived } from './messages.js';
import type { RaceStore } from './race-store.js';
import { ALL_CARS } from './receivers.js';
import {
  beginCountDown,
  countDownEnded,
  finishCountDown,
  selectCountDown,
  selectUnsentSafetyCars,
} from './safety-car.js';

const BEFORE = '2026-05-01T10:00:00.000Z';
const NOW = Date.parse('2026-05-01T10:00:30.000Z');
const CLOCK = { serverNowMs: () => NOW };
const AFTER = '2026-05-01T10:00:31.000Z';
const KNOWN = aFlag(1, { StateId: FLAGS.red, SentAt: BEFORE });

let store: RaceStore;
const sent = (FlagId: number, StateId: number) =>
  raceControlled({
    eventId: EVENT_ID,
    streamId: 's',
    seq: 1,
    action: 'flagSent',
    flag: aFlag(FlagId, { StateId, SentAt: AFTER }),
    correlationId: 'other',
  });
const unsent = () => selectUnsentSafetyCars(store.getState());
const lines = () => selectFeed(store.getState()).filter(({ kind }) => kind === 'safetyCarUnsent');

beforeEach(() => {
  store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot({ flags: [KNOWN] })));
  store.dispatch(beginCountDown(ALL_CARS, CLOCK));
});

describe('the countdown of the safety car', () => {
  it('goes to its end, or is cancelled, without a line in the feed', () => {
    expect(store.dispatch(finishCountDown())).toMatchObject({ to: ALL_CARS });
    expect(store.dispatch(finishCountDown())).toBeNull();
    store.dispatch(beginCountDown(ALL_CARS, CLOCK));
    store.dispatch(countDownEnded());
    expect(selectCountDown(store.getState())).toBeNull();
    expect(lines()).toEqual([]);
  });

  it.each([
    ['red', FLAGS.red],
    ['safetyCar', FLAGS.safetyCar],
  ] as const)('ends unsent by another one’s %s, and the feed says by whom', (reason, code) => {
    store.dispatch(sent(2, code));
    expect(store.dispatch(finishCountDown())).toBeNull();
    expect(unsent()).toEqual([{ at: Date.parse(AFTER), reason, by: 'Dora Direttore' }]);
    expect(lines()).toHaveLength(1);
  });

  it('goes on under any other flag', () => {
    store.dispatch(sent(2, FLAGS.yellow));
    store.dispatch(sent(3, FLAGS.green));
    expect(selectCountDown(store.getState())).not.toBeNull();
  });

  it('ends by a red of this page before the server has announced it', () => {
    store.dispatch(sendingBegan({ ...newOrder(flagRequestFor(EVENT_ID, FLAGS.red, [])), by: null }));
    expect(unsent()).toMatchObject([{ reason: 'red', by: null }]);
  });

  it('ends by a red that only a snapshot tells of, not by one from before', () => {
    store.dispatch(snapshotArrived(aSnapshot({ flags: [KNOWN] })));
    expect(selectCountDown(store.getState())).not.toBeNull();
    store.dispatch(
      snapshotArrived(aSnapshot({ flags: [aFlag(2, { StateId: FLAGS.red, SentAt: AFTER }), KNOWN] })),
    );
    expect(unsent()).toMatchObject([{ reason: 'red' }]);
  });

  it('ends with the link, and does not begin without one', () => {
    store.dispatch(linkLost({ at: Date.now() }));
    expect(unsent()).toMatchObject([{ reason: 'link', by: null }]);
    store.dispatch(beginCountDown(ALL_CARS, CLOCK));
    expect(selectCountDown(store.getState())).toBeNull();
    expect(unsent()).toHaveLength(2);
  });
});
