import { holds, type Actor, type RoleName } from './roles.js';

/**
 * Who may do what. The api's guard, the client's visibility and the tests read this table; nothing else decides.
 *
 * `public`: no account is needed. Otherwise one of `roles` is, and with `ownClub` the thing acted on must belong to
 * the actor's club (administrators have none and reach every club). `past: false` ends with the event.
 */
interface Permission {
  readonly public?: true;
  readonly roles?: readonly RoleName[];
  readonly ownClub?: true;
  readonly past?: false;
}

const staff = ['admin', 'planner', 'viewer', 'director'] as const;
const organisers = ['admin', 'planner'] as const;

const table = {
  'session.open': { public: true },
  'health.status': { public: true },
  'map.settings': { public: true },
  'map.tiles': { public: true },
  'health.details': { roles: ['admin'] },

  'countries.read': { roles: staff },
  'clubs.read': { roles: staff, ownClub: true },
  'events.read': { roles: staff, ownClub: true },
  'events.create': { roles: organisers, ownClub: true },
  'events.edit': { roles: organisers, ownClub: true, past: false },
  'events.publish': { roles: organisers, ownClub: true, past: false },
  'laps.reset': { roles: ['admin', 'director'], ownClub: true, past: false },
  'route.edit': { roles: ['admin', 'planner', 'viewer'], ownClub: true, past: false },
  'categories.read': { roles: staff, ownClub: true },
  'categories.edit': { roles: organisers, ownClub: true },
  'competitors.manage': { roles: organisers, ownClub: true, past: false },
  'race.watch': { roles: staff, ownClub: true },
  'race.control': { roles: ['director'], ownClub: true, past: false },
  // Somebody may need help after the finish: an SOS can be answered for ever.
  'sos.acknowledge': { roles: ['director'], ownClub: true },
  'sos.clear': { roles: ['director'], ownClub: true },
  'timers.manage': { roles: ['director'], ownClub: true, past: false },
  'history.read': { roles: staff, ownClub: true },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof table;
export const PERMISSIONS: Readonly<Record<Action, Permission>> = table;

/** Whether a role of the actor opens the action at all, whatever it is done to. */
export const mayEver = (actor: Pick<Actor, 'roles'> | null, action: Action): boolean => {
  const rule = PERMISSIONS[action];
  return rule.public === true || (actor !== null && holds(actor, ...(rule.roles ?? [])));
};

/** What an action is done to: the club that owns it and, for events, whether they are past. */
export interface Subject {
  readonly clubId: number;
  readonly past?: boolean;
}

/** Whether the actor may do this to that. */
export const may = (actor: Actor | null, action: Action, subject: Subject): boolean => {
  if (!mayEver(actor, action)) return false;
  const rule = PERMISSIONS[action];
  if (rule.past === false && subject.past === true) return false;
  return rule.ownClub !== true || actor === null || holds(actor, 'admin') || actor.clubId === subject.clubId;
};
