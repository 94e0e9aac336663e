import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { ALARMS, FLAGS } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { answerCalls } from '../../../testing/fetch.js';
import { aFlag, aLiveCar, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { createLiveCars, type LiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { selectCautionCards } from '../state/caution-cards.js';
import { linkLost } from '../state/link.js';
import { flagConfirmed, flagsOverdue, hazardReported, snapshotArrived } from '../state/messages.js';
import { useRaceSelector } from '../state/race-store.js';
import { CautionCard } from './caution-card.js';
import { FlagInForce } from './flag-in-force.js';
import { LinkState } from './link-state.js';

const FRAME_MS = 100;
const SENT = Date.parse('2026-05-01T10:00:00.000Z');
const RED = aFlag(1, { StateId: FLAGS.red, SentAt: new Date(SENT).toISOString() });

let store: ReturnType<typeof createRaceStore>;
let cars: LiveCars;
beforeEach(() => {
  jest.useFakeTimers();
  answerCalls(() => ({ status: 404, body: {} }));
  store = createRaceStore();
  cars = createLiveCars();
  const race = aSnapshot({
    serverTime: SENT,
    cars: [1, 2, 3].map((id) =>
      aSnapshotCar(id, { TrackFlag: FLAGS.red, live: aLiveCar(id, { receivedAt: SENT }) }),
    ),
    flags: [RED],
  });
  cars.begin(race, performance.now());
  store.dispatch(snapshotArrived(race));
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const Cautions = (): ReactElement => (
  <ul>
    {useRaceSelector(selectCautionCards).map((caution) => (
      <CautionCard key={caution.id} caution={caution} />
    ))}
  </ul>
);
const show = (content: ReactElement): void => {
  render(
    <Provider store={store}>
      <NoticesProvider>
        <PastRaceProvider eventId={EVENT_ID} timeZone="UTC" safetyCarDelayS={10} cars={cars}>
          {content}
        </PastRaceProvider>
      </NoticesProvider>
    </Provider>,
  );
};
const confirm = (InvitationId: number): void =>
  act(() => {
    const ConfirmedAt = new Date(SENT + 1_000).toISOString();
    store.dispatch(
      flagConfirmed({ eventId: EVENT_ID, streamId: 's', seq: 1, FlagId: 1, InvitationId, ConfirmedAt }),
    );
    // The page follows with its next frame.
    jest.advanceTimersByTime(FRAME_MS);
  });
const wait = (ms: number): void => act(() => jest.advanceTimersByTime(ms));
/** What a screen reader tells by itself, and tells again as often as it changes. */
const announced = (): string[] =>
  [...document.querySelectorAll('[role=alert], [role=status]')].map(({ textContent }) => textContent.trim());

describe('what a screen reader tells by itself', () => {
  it('is once that the link is lost, and not each second for how long', () => {
    show(
      <ul>
        <LinkState />
      </ul>,
    );
    act(() => void store.dispatch(linkLost({ at: Date.now() })));
    const told = [TEXTS.race.lostStill('10:00:00')];
    expect(announced()).toEqual(told);
    wait(3_000);
    expect(screen.getByTitle(TEXTS.race.lost('0:03', '10:00:00'))).toBeTruthy();
    expect(announced()).toEqual(told);
  });

  it('is once that a flag is overdue, and not each confirmation', () => {
    const overdue = { at: SENT + ALARMS.unconfirmedAfterMs, flags: [{ flagId: 1, code: FLAGS.red }] };
    store.dispatch(flagsOverdue(overdue));
    show(<Cautions />);
    const red = TEXTS.flags.names[FLAGS.red];
    const told = [TEXTS.cautions.overdue(red, TEXTS.flags.overdueSince('10:00:30'))];
    expect(announced()).toEqual(told);
    confirm(1);
    expect(screen.getByTitle(new RegExp(TEXTS.flags.tally.confirmed(1)))).toBeTruthy();
    expect(announced()).toEqual(told);
    const alert = screen.getByRole('alert');
    act(() => void store.dispatch(flagsOverdue({ ...overdue, flags: [{ flagId: 2, code: FLAGS.red }] })));
    expect(screen.getByRole('alert')).not.toBe(alert);
  });

  it('is once a hazard, and not where its car is now', () => {
    store.dispatch(hazardReported({ invitationId: 2, at: SENT, place: null }));
    show(<Cautions />);
    const told = [`${TEXTS.feed.hazard('2')} · Ada Lovelace · ${TEXTS.cautions.since('10:00:00')}`];
    expect(announced()).toEqual(told);
  });

  it('is the flag in force with its time, and not each confirmation', () => {
    show(<FlagInForce />);
    const told = [`${TEXTS.flags.names[FLAGS.red]} · 10:00:00`];
    expect(announced()).toEqual(told);
    confirm(1);
    expect(screen.getByText(new RegExp(TEXTS.race.share(1, 3)))).toBeTruthy();
    expect(announced()).toEqual(told);
  });

  it('is that no flag is in force any more, in the same place', () => {
    show(<FlagInForce />);
    const place = screen.getByRole('status');
    act(() => void store.dispatch(snapshotArrived(aSnapshot())));
    expect(announced()).toEqual([TEXTS.race.noFlag]);
    expect(screen.getByRole('status')).toBe(place);
  });
});
