import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { REFUSALS, type SectorRow } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { NoticesPlace, NoticesProvider } from '../../../shared/ui/notices.js';
import { sectorChosen, selectView } from '../state/view.js';
import { RacePlacesProvider, useAttachPlace } from './race-places.js';
import { SectorChoice } from './sector-choice.js';

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
const sectors = [sector(1), sector(2)];
const words = TEXTS.flags;

let store: ReturnType<typeof createRaceStore>;
beforeEach(() => {
  store = createRaceStore();
});
afterEach(cleanup);

const Column = (): ReactElement => {
  const column = useAttachPlace('column');
  return <div ref={column} />;
};

const shown = (chosen: SectorRow | null, all: readonly SectorRow[] = sectors) => {
  render(
    <Provider store={store}>
      <NoticesProvider>
        <NoticesPlace />
        <RacePlacesProvider>
          <Column />
          <SectorChoice sectors={all} chosen={chosen} />
        </RacePlacesProvider>
      </NoticesProvider>
    </Provider>,
  );
  return userEvent.setup();
};

it('lists the sectors, and asks for one', async () => {
  const user = shown(null);
  await user.click(screen.getByRole('button', { name: words.wholeTrack }));
  await user.click(screen.getByRole('button', { name: words.select }));
  expect(await screen.findByText(REFUSALS['flag.sectorRequired'])).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /Sector 2\s*1\.20 km/ }));
  await user.click(screen.getByRole('button', { name: words.select }));
  expect(selectView(store.getState()).sectorId).toBe(72);
});

it('leads back to the whole track', async () => {
  const user = shown(sectors[1] ?? null);
  await user.click(screen.getByRole('button', { name: words.sector(2) }));
  await user.click(screen.getByRole('button', { name: words.wholeTrack }));
  expect(selectView(store.getState()).sectorId).toBeNull();
});

it('leads back to the whole track by one press', async () => {
  store.dispatch(sectorChosen(72));
  const user = shown(sectors[1] ?? null);
  await user.click(screen.getByRole('button', { name: words.clearSector }));
  expect(selectView(store.getState()).sectorId).toBeNull();
});

it('is not there for a track without sectors', () => {
  shown(null, []);
  expect(screen.queryByRole('button')).toBeNull();
});
