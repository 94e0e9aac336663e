import { FIELD_TEXTS } from './fields.js';

/** Error messages of the server, apart from business rules (see refusals). */
export const ANSWER_TEXTS = {
  wrongCredentials: 'The email or password are wrong. Try again! ',
  roleNotAllowed: 'Rol not allowed, you cannot be a driver',
  demoElsewhere: 'Demo accounts log in on the machine that runs Flagpost only.',
  givenPasswordEnded:
    'The password for your first access has ended. Ask the organizer of your institution to send another one.',
  invalidMail: FIELD_TEXTS.invalidMail,
  invalidCode: 'Invalid Code',
  invalidLink: 'This link was used before, or is no longer good.',
  invalidUpdatePassword: 'Invalid update password',
  wrongPassword: FIELD_TEXTS.wrongPassword,
  sameAsGiven: 'Choose another password than the one that you were given.',
  emailTaken: 'The email is already in use.',
  notAuthorized: 'No Authorized',
  tokenExpired: 'Token expired',
  refreshTokenExpired: 'Refresh Token Expired',
  forbidden: 'You are not allowed to do this.',
  notFound: 'Not found.',
  malformed: 'The request is not in the correct format.',
  tooManyInputs: 'This device sends too much. Wait a moment and send it again.',
  tooManyAttempts: 'Too many attempts. Wait a moment and try again.',
  signInBusy: 'Too many people are signing in at the moment. Try again in a few seconds.',
  keyReused: 'This Idempotency-Key was used for another request.',
  unexpected: 'An error has occurred. Please consult with administrator.',
  unavailable: 'Flagpost cannot store or read this at the moment. Try again in a few seconds.',
  cannotStore: 'The position cannot be stored now. Try again.',
  tooLarge: 'The message is too large.',
  tooSlow: 'The message came too slowly.',
  methodNotAllowed: 'This method is not allowed here.',
} as const;
export type AnswerCode = keyof typeof ANSWER_TEXTS;
