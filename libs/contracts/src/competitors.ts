import { keysOf } from './keys-of.js';

/** Competitors, their invitations, and lists of them as files. */

/** Invitation states; a new competitor starts as `NOTSEND_INVITATION`. */
export const INVITATION_STATES = {
  ACEPTED_INVITATION: 1501,
  PENDING_INVITATION: 1502,
  REJECTED_INVITATION: 1503,
  NOTSEND_INVITATION: 1504,
} as const;
export type InvitationState = keyof typeof INVITATION_STATES;

/** The state of an id that the views hold. */
export const invitationState = (statusId: number): InvitationState =>
  keysOf(INVITATION_STATES).find((state) => INVITATION_STATES[state] === statusId) ?? 'NOTSEND_INVITATION';

export const DEFAULT_INVITATION_STATUS_ID = INVITATION_STATES.NOTSEND_INVITATION;

/** The page of an invitation; its secret follows as a part of the path. */
export const DRIVE_PAGE = '/drive';

/** Lists of competitors as files. */
export const IMPORT_LIMITS = {
  bytes: 10 * 1_048_576,
  /** Of the unpacked content of an XLSX file. */
  unpackedBytes: 40 * 1_048_576,
  columns: 200,
  /** Rows of competitors. */
  rows: 5_000,
  /** Rows above them at most: titles and a header. */
  titleRows: 30,
  /** Headers of columns that are remembered for an institution. */
  rememberedHeaders: 200,
} as const;

/** Competitors that one command changes. */
export const SELECTED_COMPETITORS_MAX = 5_000;
