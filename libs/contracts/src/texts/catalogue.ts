import { ANSWER_TEXTS } from './answers.js';
import { FIELD_TEXTS } from './fields.js';
import { DISPUTE_TEXTS, SHARING_TEXTS } from './invitations.js';
import type { Words } from './languages.js';
import { LIMIT_TEXTS } from './limits.js';
import type { MAIL_TEXTS } from './mails.js';
import type { PUSH_TEXTS } from './push.js';
import { COLUMN_TEXTS, INVITATION_STATE_TEXTS, ROLE_TEXTS } from './people.js';
import type { FILE_TEXTS, REFUSALS } from './refusals.js';

/** Texts of both server and screens. Those of another language import nothing at run time: a page waits for them. */
export const ENGLISH_FOR_SCREENS = {
  answers: ANSWER_TEXTS,
  fields: FIELD_TEXTS,
  limits: LIMIT_TEXTS,
  roles: ROLE_TEXTS,
  invitationStates: INVITATION_STATE_TEXTS,
  columns: COLUMN_TEXTS,
  sharing: SHARING_TEXTS,
  disputes: DISPUTE_TEXTS,
};
export type ScreenTexts = Words<typeof ENGLISH_FOR_SCREENS>;

/** Texts of the server alone. */
export interface ServerTexts {
  readonly refusals: Words<typeof REFUSALS>;
  readonly files: Words<typeof FILE_TEXTS>;
  readonly mails: Words<typeof MAIL_TEXTS>;
  readonly push: Words<typeof PUSH_TEXTS>;
}

/** All texts of a language except those of the screens: the compiler reports a missing one. */
export type Texts = ScreenTexts & ServerTexts;
