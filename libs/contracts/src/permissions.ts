import { holds, type Actor, type RoleName } from './roles.js';

/**
 * Permissions by role. The api's guard, the client's visibility and the tests read this table; nothing else decides.
 *
 * `public`: no account is needed. Otherwise one of `roles` is, and with `ownClub` the thing acted on must belong to
 * the actor's club (administrators have none and reach every club). With `self` these roles may do it to themselves.
 * `past: false` ends with the event, and a list leaves it to these roles from then on. `bearer`: no session opens it, only a token that was made for this alone.
 */
export interface Permission {
  readonly public?: true;
  readonly roles?: readonly RoleName[];
  readonly ownClub?: true;
  readonly self?: readonly RoleName[];
  readonly past?: false | readonly RoleName[];
  readonly bearer?: Exclude<BearerKind, 'session'>;
}

/** Purpose of an access token. */
export type BearerKind = 'session' | 'firstAccess' | 'recovery';

const staff = ['admin', 'planner', 'viewer', 'director'] as const;
const organisers = ['admin', 'planner'] as const;
const checkers = ['admin', 'planner', 'director'] as const;

const table = {
  'session.open': { public: true },
  'session.close': { public: true },
  'password.recover': { public: true },
  'account.takeBack': { public: true },
  'account.confirmEmail': { public: true },
  'password.choose': { bearer: 'recovery' },
  'password.chooseFirst': { bearer: 'firstAccess' },
  'avatars.show': { public: true },
  'sectorPictures.show': { public: true },
  'health.status': { public: true },
  'settings.read': { public: true },
  'clientReports.send': { public: true },
  'map.settings': { public: true },
  'map.tiles': { public: true },
  // Authorized by its link, which is mailed to the competitor alone.
  'invitations.answer': { public: true },
  'health.details': { roles: ['admin'] },

  'account.change': { self: staff },
  'sessions.manage': { self: staff },
  'users.list': { roles: organisers, ownClub: true },
  'users.read': { roles: organisers, ownClub: true, self: staff },
  'users.edit': { roles: organisers, ownClub: true, self: staff },
  'countries.read': { roles: staff },
  'people.erase': { roles: ['admin'] },
  'users.manage': { roles: organisers, ownClub: true },
  'clubs.read': { roles: staff, ownClub: true },
  'clubs.manage': { roles: ['admin'] },
  'keeping.read': { roles: organisers, ownClub: true },
  'keeping.set': { roles: organisers, ownClub: true },
  'licences.read': { roles: staff, ownClub: true },
  'licences.manage': { roles: ['admin'] },
  'events.read': { roles: staff, ownClub: true },
  'events.create': { roles: organisers, ownClub: true },
  'events.edit': { roles: organisers, ownClub: true, past: false },
  'events.publish': { roles: organisers, ownClub: true, past: false },
  'events.delete': { roles: organisers, ownClub: true },
  'laps.reset': { roles: ['admin', 'director'], ownClub: true, past: false },
  'route.edit': { roles: ['admin', 'planner', 'viewer'], ownClub: true, past: false },
  'sectorPictures.upload': { roles: ['admin', 'planner', 'viewer'] },
  'stages.edit': { roles: ['admin', 'planner', 'viewer'], ownClub: true, past: false },
  'categories.read': { roles: staff, ownClub: true },
  'categories.edit': { roles: organisers, ownClub: true },
  // One that its club made visible is read by every club.
  'circuits.read': { roles: staff, ownClub: true },
  'circuits.edit': { roles: organisers, ownClub: true },
  'lookups.read': { roles: staff },
  'competitors.read': { roles: staff, ownClub: true },
  'competitors.manage': { roles: organisers, ownClub: true, past: false },
  'competitors.removeAll': { roles: organisers, ownClub: true, past: ['admin'] },
  'drivers.manage': { roles: organisers, ownClub: true },
  // After the event too: fixes received after its end were dropped for that reason.
  'devices.read': { roles: organisers, ownClub: true },
  // The check of the cars in the pit lane.
  'check.read': { roles: checkers, ownClub: true },
  'check.record': { roles: checkers, ownClub: true, past: false },
  // Each opens the page of a car to whoever scans it.
  'check.codes': { roles: checkers, ownClub: true, past: false },
  'race.watch': { roles: staff, ownClub: true },
  // What a viewer sees, who may keep it too: no role commands anything by it.
  'pictures.take': { roles: staff, ownClub: true, past: false },
  'notifications.manage': { roles: staff },
  'race.control': { roles: ['director'], ownClub: true, past: false },
  // Somebody may need help after the finish: an SOS can be answered for ever.
  'sos.acknowledge': { roles: ['director'], ownClub: true },
  'sos.clear': { roles: ['director'], ownClub: true },
  // The phone of a driver in SOS; both the event and the competitor must be of the director's club.
  'sos.call': { roles: ['director'], ownClub: true },
  'timers.manage': { roles: ['director'], ownClub: true, past: false },
  'history.read': { roles: staff, ownClub: true },
  // The events that carry the id of the club.
  'audit.read': { roles: organisers, ownClub: true },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof table;
export const PERMISSIONS: Readonly<Record<Action, Permission>> = table;

/** Whether a role of the actor permits the action at all, regardless of its object. */
export const mayEver = (actor: Pick<Actor, 'roles'> | null, action: Action): boolean => {
  const rule = PERMISSIONS[action];
  if (rule.public === true) return true;
  return actor !== null && holds(actor, ...(rule.roles ?? []), ...(rule.self ?? []));
};

/** The object of an action: the club that owns it; for events, whether they are past; for accounts, whose it is. */
export interface Subject {
  readonly clubId: number;
  readonly past?: boolean;
  readonly userId?: number;
}

/** Whether the actor may do this to that. */
export const may = (actor: Actor | null, action: Action, subject: Subject): boolean => {
  if (!mayEver(actor, action)) return false;
  const rule = PERMISSIONS[action];
  if (subject.past === true && rule.past !== undefined) {
    if (rule.past === false || actor === null || !holds(actor, ...rule.past)) return false;
  }
  if (actor !== null && rule.self !== undefined) {
    if (actor.userId === subject.userId && holds(actor, ...rule.self)) return true;
    if (!holds(actor, ...(rule.roles ?? []))) return false;
  }
  return rule.ownClub !== true || actor === null || holds(actor, 'admin') || actor.clubId === subject.clubId;
};
