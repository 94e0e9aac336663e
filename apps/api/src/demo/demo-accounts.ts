import { ROLES, type RoleId } from '@flagpost/contracts';

export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly roles: readonly RoleId[];
  /** Which demo club it belongs to; null for the administrator. */
  readonly club: 'demo' | 'rival' | null;
  /** For the list printed at start. */
  readonly shownAs: string;
}

export const DEMO_PASSWORD = 'Flagpost1';

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: 'admin@flagpost.demo',
    name: 'Ada',
    surname: 'Brandt',
    roles: [ROLES.admin],
    club: null,
    shownAs: 'administrator',
  },
  {
    email: 'planner@flagpost.demo',
    name: 'Paolo',
    surname: 'Verdi',
    roles: [ROLES.planner],
    club: 'demo',
    shownAs: 'event organizer',
  },
  {
    email: 'director@flagpost.demo',
    name: 'Dora',
    surname: 'Lindqvist',
    roles: [ROLES.director],
    club: 'demo',
    shownAs: 'clerk of course',
  },
  {
    email: 'deputy@flagpost.demo',
    name: 'Dunja',
    surname: 'Okafor',
    roles: [ROLES.director],
    club: 'demo',
    shownAs: 'deputy clerk of course',
  },
  {
    email: 'viewer@flagpost.demo',
    name: 'Vito',
    surname: 'Moreau',
    roles: [ROLES.viewer],
    club: 'demo',
    shownAs: 'event official',
  },
  {
    email: 'driver@flagpost.demo',
    name: 'Dario',
    surname: 'Keller',
    roles: [ROLES.driver],
    club: 'demo',
    shownAs: 'competitor (may not sign in here)',
  },
  {
    email: 'planner@rival.demo',
    name: 'Petra',
    surname: 'Novak',
    roles: [ROLES.planner],
    club: 'rival',
    shownAs: 'event organizer of another club',
  },
  {
    email: 'director@rival.demo',
    name: 'Diego',
    surname: 'Ferrer',
    roles: [ROLES.director],
    club: 'rival',
    shownAs: 'clerk of course of another club',
  },
];

export const isDemoAddress = (email: string): boolean =>
  DEMO_ACCOUNTS.some((account) => account.email === email.toLowerCase());
