import { ITALY, MAP_DEFAULT } from '@flagpost/contracts';
import type { Api } from '../app.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.js';

const DEMO_CLUBS = {
  demo: {
    name: 'Automobile Club Valbormida',
    city: 'Cairo Montenotte',
    state: 'Savona',
    address: 'Via dei Box 1',
    mail: 'info@valbormida.demo',
  },
  rival: {
    name: 'Scuderia Alta Langa',
    city: 'Alba',
    state: 'Cuneo',
    address: 'Corso Traguardo 12',
    mail: 'info@altalanga.demo',
  },
} as const;

/** For every race that is tried here, whenever. */
const DEMO_LICENCE = { total: 100_000, from: Date.UTC(2020, 0), to: Date.UTC(2100, 0) - 1 } as const;

/** Makes the demo clubs, their licences and accounts where they are missing. */
export const ensureDemo = async ({
  accounts,
  clubs,
  licences,
}: Pick<Api, 'clubs' | 'licences'> & {
  readonly accounts: Pick<Api['accounts'], 'ensure'>;
}): Promise<void> => {
  const clubIds = new Map<string, number>();
  const position = { lat: MAP_DEFAULT.lat, lng: MAP_DEFAULT.lng };
  for (const [key, { mail, ...club }] of Object.entries(DEMO_CLUBS))
    clubIds.set(key, await clubs.ensure({ ...club, countryId: ITALY, position }, mail));
  for (const clubId of clubIds.values()) await licences.ensure(clubId, DEMO_LICENCE);
  for (const { email, name, surname, roles, club } of DEMO_ACCOUNTS) {
    const clubId = club === null ? null : (clubIds.get(club) ?? null);
    await accounts.ensure({ email, name, surname, roles, clubId, password: DEMO_PASSWORD, demo: true });
  }
};
