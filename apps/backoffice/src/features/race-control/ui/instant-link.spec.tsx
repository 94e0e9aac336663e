import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { InstantLink } from './instant-link.js';

afterEach(cleanup);

it('has the time of the clocks at the track at that instant, though they are put back during the race', () => {
  const putBack = Date.parse('2026-10-25T01:00:00Z');
  render(
    <MemoryRouter>
      <PastRaceProvider eventId={7} timeZone="Europe/Rome" safetyCarDelayS={3} cars={createLiveCars()}>
        <InstantLink at={putBack - 1_000} />
        <InstantLink at={putBack + 60_000} />
      </PastRaceProvider>
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('time').map(({ textContent }) => textContent)).toEqual(['02:59:59', '02:01:00']);
});
