import { LIMITS } from './limits.js';
import { DAY_MS, HOUR_MS } from './time.js';

/** Accounts and sign-in. Times in milliseconds. Without schemas: the sign-in page loads this file before anything else. */

/** Ids of the states of an account, by the names in the specification. */
export const USER_STATES = { ENABLE_USER: 101, DISABLE_USER: 102 } as const;

/** Limits of an account's email and password. */
export const loginFormRules = {
  email: (value: string): boolean =>
    value.length >= LIMITS.loginEmail.min && value.length <= LIMITS.loginEmail.max,
  password: (value: string): boolean =>
    value.length >= LIMITS.password.min && value.length <= LIMITS.password.max,
};

export const SESSION = {
  accessTokenMs: 15 * 60_000,
  refreshTokenMs: 7 * DAY_MS,
  /** A refresh token just replaced gives the same successor for this long. */
  refreshGraceMs: 60_000,
  /** An open socket outlives its token by at most this. */
  socketGraceMs: 60_000,
  /** A first access has this long to choose a password. */
  firstAccessMs: 15 * 60_000,
  /** The password that is mailed for a first access opens it for this long. */
  givenPasswordMs: 7 * DAY_MS,
} as const;

/** How a browser is known to an account that signed in there. */
export const BROWSER_MARK = {
  /** From the last sign-in. */
  markMs: 180 * DAY_MS,
  /** Of one account. */
  most: 20,
  /** A mailed link that makes a browser known is good for this long, once. */
  linkMs: 60 * 60_000,
} as const;

const BROWSER_LINK = '#browser=';

/** The part of a page's address that its server does not get, with the code of a mailed link. */
export const browserLinkHash = (code: string): string => `${BROWSER_LINK}${code}`;

/** The code in that part of an address; null if there is none. */
export const browserLinkCode = (hash: string): string | null =>
  hash.startsWith(BROWSER_LINK) ? hash.slice(BROWSER_LINK.length) : null;

/** Choosing a new password without the former one: a code by mail, then a token that is good for this alone. */
export const RECOVERY = {
  codeLength: 4,
  codeMs: 15 * 60_000,
  /** Of one account at a time; beyond this limit, a request mails the newest code again. */
  liveCodes: 3,
  /** The same code is not mailed again before. */
  resendMs: 60_000,
  /** Over all live codes of an account. */
  codeTries: 10,
  /** Of one asker at one account's codes. */
  askerTries: 5,
  tokenMs: 10 * 60_000,
} as const;

/** A change of password or address can be taken back by its holder for so long. */
export const TAKE_BACK_MS = 72 * HOUR_MS;

/** An account's new address counts once a link that was mailed to it is opened, which is good for `linkMs`, once. */
export const NEW_ADDRESS = {
  linkMs: DAY_MS,
  /** How many such mails one user may have sent in an hour. */
  mailsPerHour: 10,
} as const;

/** Mails that a user may have sent in an hour to addresses which they enter for staff: in all, and those of a club to one address. */
export const STAFF_MAILS = { perHour: 100, toAddressPerHour: 5 } as const;

/** Number of the most common passwords that are refused. */
export const COMMONEST_PASSWORDS = 10_000;

/** Pages of the client that mails link to. Secrets follow `#`, so that they reach no server and no log. */
export const MAILED_PAGES = {
  recovery: '/recovery',
  takeBack: '/notme',
  newAddress: '/newaddress',
} as const;

/** Images that are accepted. */
export const IMAGE_UPLOAD = { maxBytes: 5 * 1_048_576 } as const;
/** The square that is kept of an avatar. */
export const AVATAR = { sidePx: 256 } as const;
