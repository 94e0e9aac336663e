import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { ALARMS, FLAGS, type FlagRequest, type FlagRow, type ReachRow } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { answerCalls } from '../../../testing/fetch.js';
import { aFlag, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { flagsOverdue, snapshotArrived } from '../state/messages.js';
import { selectCautionCards } from '../state/caution-cards.js';
import { missingOf, selectMissing } from '../state/confirmations.js';
import { useRaceSelector } from '../state/race-store.js';
import { CautionCard } from './caution-card.js';
import { Feed } from './feed.js';
import { FlagInForce } from './flag-in-force.js';
import { RacePlacesProvider, useAttachPlace } from './race-places.js';
import { UnconfirmedDialog } from './unconfirmed-dialog.js';

const words = TEXTS.flags;
const SENT = Date.parse('2026-05-01T10:00:00.000Z');
const iso = (ms: number): string => new Date(SENT + ms).toISOString();

/** Of five cars one has confirmed, one has shown the flag and is away, one is connected, one was, and one never was. */
const RED = aFlag(1, {
  StateId: FLAGS.red,
  SentAt: iso(0),
  Shown: [1, 2].map((InvitationId) => ({ InvitationId, ShownAt: iso(InvitationId * 1_000) })),
  Confirmed: [{ InvitationId: 1, ConfirmedAt: iso(4_000) }],
});
const reachOf = (InvitationId: number, Reachable: boolean, at: number): ReachRow => ({
  InvitationId,
  Reachable,
  Since: iso(at),
});
const REACH = [
  reachOf(1, true, -60_000),
  reachOf(2, false, 5_000),
  reachOf(3, true, -60_000),
  reachOf(4, false, -120_000),
];

let store: ReturnType<typeof createRaceStore>;
beforeEach(() => {
  store = createRaceStore();
});
afterEach(cleanup);

const receive = (flag: FlagRow, reach: ReachRow[] | null): void => {
  const cars = [1, 2, 3, 4, 5].map((id) => aSnapshotCar(id, { TrackFlag: flag.StateId }));
  store.dispatch(snapshotArrived(aSnapshot({ serverTime: SENT + 10_000, cars, flags: [flag], reach })));
};
const Column = (): ReactElement => {
  const column = useAttachPlace('column');
  return <div ref={column} />;
};
const Dialog = ({ flag }: { flag: FlagRow }): ReactElement => (
  <UnconfirmedDialog
    title="Red"
    awaited={[{ flag, cars: missingOf(useRaceSelector(selectMissing), flag) }]}
    onSendAgain={null}
    onClose={() => undefined}
  />
);
const show = (content: ReactElement): void => {
  const cars = createLiveCars();
  render(
    <MemoryRouter>
      <Provider store={store}>
        <NoticesProvider>
          <PastRaceProvider eventId={EVENT_ID} timeZone="UTC" safetyCarDelayS={10} cars={cars}>
            <RacePlacesProvider>
              <Column />
              {content}
            </RacePlacesProvider>
          </PastRaceProvider>
        </NoticesProvider>
      </Provider>
    </MemoryRouter>,
  );
};
/** By the number of the car: how far the flag is with it. */
const states = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    within(document.querySelector<HTMLElement>('.unconfirmed') as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => [
        item.querySelector('strong')?.textContent ?? '',
        item.querySelector('em')?.textContent ?? '',
      ]),
  );

it('says of each car whether the flag was shown, waits, or cannot reach it, and since when', () => {
  receive(RED, REACH);
  show(<Dialog flag={RED} />);
  expect(states()).toEqual({
    2: words.shownNotConfirmed('10:00:02'),
    3: words.sentNotConfirmed('10:00:00'),
    4: words.notReachableSince('09:58:00'),
    5: words.notReachable,
  });
  expect(screen.getByText(words.tally.confirmed(1))).toBeTruthy();
  expect(screen.getByText('10:00:04')).toBeTruthy();
});

it('says of each car that has not confirmed a red since when it is overdue', () => {
  receive(RED, REACH);
  const at = SENT + ALARMS.unconfirmedAfterMs;
  store.dispatch(flagsOverdue({ at, flags: [{ flagId: RED.FlagId, code: RED.StateId }] }));
  show(<Dialog flag={RED} />);
  const overdue = words.overdueSince('10:00:30');
  expect(Object.values(states()).map((state) => state.endsWith(overdue))).toEqual([true, true, true, true]);
});

describe('two black flags that are overdue', () => {
  const black = (FlagId: number, car: number, sentAt: number): FlagRow =>
    aFlag(FlagId, {
      StateId: FLAGS.black,
      InvitationsSelected: [car],
      SanctionedDriver: car,
      Message: `Flag ${FlagId}`,
      SentAt: iso(sentAt),
      Shown: car === 2 ? [{ InvitationId: 2, ShownAt: iso(sentAt + 2_000) }] : [],
    });
  const flags = [black(2, 2, 60_000), black(1, 1, 0)];
  const showCard = () => {
    const calls = answerCalls(({ method }) =>
      method === 'POST' ? { status: 200, body: { FlagId: 3 } } : { status: 404, body: {} },
    );
    const cars = [1, 2, 3].map((id) => aSnapshotCar(id, { DriverFlag: id < 3 ? FLAGS.black : null }));
    store.dispatch(snapshotArrived(aSnapshot({ cars, flags })));
    const at = SENT + 60_000 + ALARMS.unconfirmedAfterMs;
    store.dispatch(
      flagsOverdue({ at, flags: flags.map(({ FlagId, StateId }) => ({ flagId: FlagId, code: StateId })) }),
    );
    const [caution] = selectCautionCards(store.getState());
    show(<ul aria-label="Cautions">{caution !== undefined && <CautionCard caution={caution} />}</ul>);
    return calls;
  };
  const cautionWords = TEXTS.cautions;

  it('are judged for each car by the flag of that car', async () => {
    showCard();
    await userEvent.click(screen.getByRole('button', { name: cautionWords.whoIsMissing }));
    expect(states()).toEqual({
      1: words.sentNotConfirmed('10:00:00') + words.overdueSince('10:00:30'),
      2: words.shownNotConfirmed('10:01:02') + words.overdueSince('10:01:30'),
    });
  });

  it('are sent again one by one, each to its own car', async () => {
    const calls = showCard();
    await userEvent.click(screen.getByRole('button', { name: cautionWords.whoIsMissing }));
    await userEvent.click(screen.getByRole('button', { name: words.sendAgain }));
    const orders = () => calls.filter(({ method }) => method === 'POST');
    await waitFor(() => expect(orders()).toHaveLength(2));
    const sent = orders().map(({ body }) => {
      const { StateId, InvitationsSelected, SanctionedDriver, Message } = body as FlagRequest;
      return { StateId, InvitationsSelected, SanctionedDriver, Message };
    });
    expect(sent).toEqual(
      [2, 1].map((car) => ({
        StateId: FLAGS.black,
        InvitationsSelected: [car],
        SanctionedDriver: car,
        Message: `Flag ${car}`,
      })),
    );
  });
});

it('counts the cars that cannot be reached in the bar and in the feed', () => {
  receive(RED, REACH);
  show(
    <>
      <FlagInForce />
      <Feed />
    </>,
  );
  const tally = [words.tally.confirmed(1), words.tally.notYet(2), words.tally.notReachable(2)].join(', ');
  const unreached = document.querySelector('.flag-in-force-unreached');
  expect(unreached?.textContent).toContain(`2 ${words.notReachable}`);
  expect(unreached?.getAttribute('title')).toBe(words.tallyOf(words.names[FLAGS.red], tally));
  const line = screen.getByRole('list').querySelector('.feed-flag');
  expect(line?.textContent).toContain(tally);
});

it('calls no car out of reach while the server does not know', () => {
  receive(RED, null);
  show(
    <>
      <FlagInForce />
      <Feed />
    </>,
  );
  expect(document.querySelector('.flag-in-force-unreached')).toBeNull();
  expect(screen.getByRole('list').textContent).not.toContain(words.notReachable);
});
