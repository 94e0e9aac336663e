import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { FLAGS, type FlagRequest, type SectorRow } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { answerCalls, type Asked } from '../../../testing/fetch.js';
import { aFlag, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import type { CarPlace } from '../car-place.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { snapshotArrived } from '../state/messages.js';
import { YellowHere } from './yellow-here.js';

const words = TEXTS.sos;
const sector = (secNumber: number): SectorRow => ({
  secId: 70 + secNumber,
  secNumber,
  secPicpath: null,
  Kms: 1.2,
  traId: 7,
  From: null,
  To: null,
  OffM: null,
});
const [second, third] = [sector(2), sector(3)];
const WITHOUT_SECTORS: CarPlace = { sector: null, proposed: [], fromStartM: 900 };
const IN_BOTH: CarPlace = { sector: third, proposed: [third, second], fromStartM: 900 };

let store: ReturnType<typeof createRaceStore>;
let calls: Asked[];
beforeEach(() => {
  store = createRaceStore();
  calls = answerCalls(() => ({ status: 200, body: { FlagId: 1 } }));
});
afterEach(cleanup);

const onDone = jest.fn();
const shown = (place: CarPlace | null) => {
  render(
    <Provider store={store}>
      <NoticesProvider>
        <PastRaceProvider eventId={EVENT_ID} timeZone="UTC" safetyCarDelayS={3} cars={createLiveCars()}>
          <YellowHere place={place} onDone={onDone} />
        </PastRaceProvider>
      </NoticesProvider>
    </Provider>,
  );
  return userEvent.setup();
};
const question = (): string =>
  screen.getByRole('button', { name: words.sendYellow }).closest('.sos-step')?.querySelector('p')
    ?.textContent ?? '';
const sentSectors = async (count: number): Promise<(number | null)[]> => {
  const orders = () => calls.filter(({ method }) => method === 'POST');
  await waitFor(() => expect(orders()).toHaveLength(count));
  return orders().map(({ body }) => {
    const { StateId, InvitationsSelected, SectorId } = body as FlagRequest;
    expect([StateId, InvitationsSelected]).toEqual([FLAGS.yellow, []]);
    return SectorId ?? null;
  });
};

it('is for the whole track without a stretch, and says so before it sends', async () => {
  const user = shown(WITHOUT_SECTORS);
  expect(question()).toBe(words.yellowTo(TEXTS.flags.wholeTrack));
  await user.click(screen.getByRole('button', { name: words.sendYellow }));
  expect(await sentSectors(1)).toEqual([null]);
  expect(onDone).toHaveBeenCalled();
});

it('goes to both sectors that are proposed', async () => {
  const user = shown(IN_BOTH);
  expect(question()).toBe(words.yellowTo(`${TEXTS.flags.sector(3)}, ${TEXTS.flags.sector(2)}`));
  await user.click(screen.getByRole('button', { name: words.sendYellow }));
  expect(await sentSectors(2)).toEqual([73, 72]);
});

it('leaves out one of two, never both, and takes it in again', async () => {
  const user = shown(IN_BOTH);
  const choice = (of: SectorRow) => screen.getByRole('button', { name: TEXTS.flags.sector(of.secNumber) });
  await user.click(choice(third));
  expect(question()).toBe(words.yellowTo(TEXTS.flags.sector(2)));
  await user.click(choice(second));
  expect(question()).toBe(words.yellowTo(TEXTS.flags.sector(3)));
  await user.click(choice(second));
  expect(choice(second).getAttribute('aria-pressed')).toBe('true');
  await user.click(choice(second));
  await user.click(screen.getByRole('button', { name: words.sendYellow }));
  expect(await sentSectors(1)).toEqual([73]);
});

it('warns where it would lift red: on the whole track, and then no answer is the default', () => {
  const red = aFlag(1, { StateId: FLAGS.red });
  store.dispatch(
    snapshotArrived(aSnapshot({ cars: [aSnapshotCar(1, { TrackFlag: FLAGS.red })], flags: [red] })),
  );
  shown(WITHOUT_SECTORS);
  expect(question()).toContain(TEXTS.flags.redInForce);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: TEXTS.cancel }));
  cleanup();
  shown(IN_BOTH);
  expect(question()).not.toContain(TEXTS.flags.redInForce);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: words.sendYellow }));
});
