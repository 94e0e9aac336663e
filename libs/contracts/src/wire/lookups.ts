import type { RoleId } from '../roles.js';
import { USER_STATES } from '../accounts.js';
import { INVITATION_STATES } from '../competitors.js';
import { DRAFT_STATE_ID, PUBLISHED_STATE_ID } from '../events.js';

/** Lists that screens offer for a choice. */

/** GET /states/IdDescription/{group}: ids of states by the names that they have in the product. */
export const STATE_GROUPS: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  /** Accounts. */
  200: USER_STATES,
  /** Events. */
  600: { DRAFT_EVENT: DRAFT_STATE_ID, PUBLISHED_EVENT: PUBLISHED_STATE_ID },
  /** Invitations. */
  1500: INVITATION_STATES,
};

/** GET /roles/ */
export interface RoleRow {
  rolId: RoleId;
  rolName: string;
  rolDescription: string;
}

/** The user behind an event planner or viewer. */
interface LinkedUser {
  useId: number;
  useName: string;
  useSurname: string;
  useEmail: string | null;
  usePhone: string | null;
  cluId: number;
  cluName: string;
}

/** GET /eventPlanners/WithUser, in order of name. What an event names as `EplId` is the id of a user. */
export interface EventPlannerRow extends LinkedUser {
  eplId: number;
}
/** GET /eventViewers/WithUser */
export interface EventViewerRow extends LinkedUser {
  vieId: number;
}
