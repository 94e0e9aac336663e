import {
  may,
  mayEver,
  PERMISSIONS,
  ROLES,
  type Action,
  type Actor,
  type RoleName,
} from '@flagpost/contracts';
import { PERMISSION_EXTENSION, type DescribedPermission, type Scope } from '../http/described-permission.js';
import type { Requests } from './harness.js';
import type { Holder, Scene } from './scene.js';

/** Every call by every kind of caller, and the answer that the permission table requires. */

interface Kind {
  readonly role: RoleName;
  /** Whether they are of the club whose things are asked for, of another, or of none. */
  readonly club: 'own' | 'other' | 'none';
}

/** In the order of the page's columns. */
export const CALLERS = {
  nobody: null,
  driver: { role: 'driver', club: 'own' },
  viewer: { role: 'viewer', club: 'own' },
  director: { role: 'director', club: 'own' },
  planner: { role: 'planner', club: 'own' },
  'other planner': { role: 'planner', club: 'other' },
  administrator: { role: 'admin', club: 'none' },
} as const satisfies Record<string, Kind | null>;
export type CallerName = keyof typeof CALLERS;
export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[];

/** One of them, in a scene. */
export interface Caller {
  readonly name: CallerName;
  readonly actor: Actor | null;
  /** Their own, or a colleague's if they have none. */
  readonly account: Holder;
  /** Signed in as of now: tokens end while a spec lets hours go by. */
  as(): Requests;
  token(): string | null;
}

export const callersIn = ({ harness, race, colleague, account }: Scene): Promise<readonly Caller[]> =>
  Promise.all(
    CALLER_NAMES.map(async (name): Promise<Caller> => {
      const kind = CALLERS[name];
      if (kind === null)
        return { name, actor: null, account: colleague, as: () => harness.with(null), token: () => null };
      const clubId = { own: race.clubId, other: race.rivalId, none: null }[kind.club];
      const holder = await account(kind.role, clubId);
      const who = { userId: holder.userId, roles: [kind.role], clubId };
      return {
        name,
        actor: { ...who, roles: [ROLES[kind.role]] },
        account: holder,
        as: () => harness.as(who),
        token: () => harness.token(who),
      };
    }),
  );

/** What the api describes itself as, as far as it matters here. */
export interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { tags: string[]; [PERMISSION_EXTENSION]?: DescribedPermission }>>>
  >;
}

/** A call. It concerns a person of the club if its right is one that all users have over their own account. */
export interface Call {
  /** As `GET /events/{id}`, under /api. */
  readonly operation: string;
  readonly tag: string;
  readonly action: Action;
  readonly reach: Scope | undefined;
  readonly about: 'another' | 'themselves';
}

/** @throws if an operation does not name its line of the permission table. */
export const callsOf = ({ paths }: Described): readonly Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]): Call[] => {
      const operation = `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`;
      const permission = described[PERMISSION_EXTENSION];
      if (permission === undefined) throw new Error(`${operation} has no line in the permission table.`);
      const { action, reach } = permission;
      const { roles, self } = PERMISSIONS[action];
      const call = { operation, tag: described.tags[0] ?? '', action, reach };
      if (self === undefined) return [{ ...call, about: 'another' }];
      if (roles === undefined) return [{ ...call, about: 'themselves' }];
      return [
        { ...call, about: 'another' },
        { ...call, about: 'themselves' },
      ];
    }),
  );

/** `done` is any answer below 300. */
export type Answer = 'done' | 401 | 403 | 404 | 418;

/** The club of the resources of a request, and another user of that club. */
export interface Target {
  readonly clubId: number;
  readonly userId: number;
  /** Whether the event is over. */
  readonly past?: boolean;
}

/** The answer to a well-formed request according to the permission table. */
export const answerOf = ({ action, reach, about }: Call, actor: Actor | null, asked: Target): Answer => {
  const rule = PERMISSIONS[action];
  if (rule.public === true) return 'done';
  if (actor === null) return 401;
  if (rule.bearer !== undefined || !mayEver(actor, action)) return 403;
  if (reach === 'ownClub') return actor.clubId === null ? 404 : 'done';
  if (reach !== 'named' && reach !== 'hidden') return 'done';
  const own = { clubId: actor.clubId ?? 0, userId: actor.userId };
  const subject = about === 'themselves' ? own : asked;
  if (may(actor, action, subject)) return 'done';
  if (may(actor, action, { ...subject, past: false })) return 418;
  return reach === 'hidden' ? 404 : 403;
};

/** The answer to joining the room of a race. */
export const joinOf = (actor: Actor | null, { clubId }: Target): true | 401 | 403 => {
  if (actor === null) return 401;
  return may(actor, 'race.watch', { clubId }) || 403;
};
