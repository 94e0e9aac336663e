import { ITALY, MAP_DEFAULT } from '@flagpost/contracts';
import type { Api } from '../app.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.js';

const DEMO_CLUBS = {
  demo: {
    name: 'Automobile Club Valbormida',
    city: 'Cairo Montenotte',
    state: 'Savona',
    address: 'Via dei Box 1',
  },
  rival: { name: 'Scuderia Alta Langa', city: 'Alba', state: 'Cuneo', address: 'Corso Traguardo 12' },
} as const;

/** Makes the demo clubs and accounts where they are missing. */
export const ensureDemo = async ({ accounts, clubs }: Pick<Api, 'accounts' | 'clubs'>): Promise<void> => {
  const clubIds = new Map<string, number>();
  for (const [key, club] of Object.entries(DEMO_CLUBS)) {
    clubIds.set(
      key,
      await clubs.ensure({
        ...club,
        countryId: ITALY,
        position: { lat: MAP_DEFAULT.lat, lng: MAP_DEFAULT.lng },
      }),
    );
  }
  for (const { email, name, surname, roles, club } of DEMO_ACCOUNTS) {
    const clubId = club === null ? null : (clubIds.get(club) ?? null);
    await accounts.ensure({ email, name, surname, roles, clubId, password: DEMO_PASSWORD });
  }
};
