import type { ImportFault } from './import.js';
import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import type { ToldCode } from '../texts/refusals.js';
import { personal, secret } from './sensitive.js';

/** Sign-in, refresh and the token's claims. Names follow the specification. */
export const loginRequest = z.object({ email: personal(z.string()), password: secret(z.string()) });
export type LoginRequest = z.infer<typeof loginRequest>;

/** A new password. */
export const newPassword = secret(
  z
    .string()
    .regex(/[^\s]|^$/, { error: FAULTS.passwordSpaces, abort: true })
    .min(LIMITS.password.min, FAULTS.passwordRule)
    .max(LIMITS.password.max, FAULTS.passwordRule)
    .regex(/\d/, FAULTS.passwordRule)
    .regex(/\p{Lu}/u, FAULTS.passwordRule)
    // Spaces at its ends do not count.
    .refine((password) => password.trim().length >= LIMITS.password.min, FAULTS.passwordRule),
);

export interface LoginAnswer {
  accessToken: string;
  refreshToken: string;
  id: number;
  name: string;
  surname: string;
  roles: { id: number }[];
  /** Set on a first access: see `FirstAccessAnswer`. */
  passwordChangeNeeded?: true;
}

/** A first access: only permits choosing a password. No session begins. */
export interface FirstAccessAnswer extends Omit<LoginAnswer, 'refreshToken'> {
  passwordChangeNeeded: true;
  userId: number;
}

export const refreshRequest = z.object({ refreshToken: secret(z.string().min(1)) });
export interface RefreshAnswer {
  accessToken: string;
  refreshToken: string;
  name: string;
}

/** Body of POST /auth/logout; without a refresh token the session of the bearer ends. */
export const logoutRequest = z.object({ refreshToken: secret(z.string().min(1)).optional() }).default({});

/** A session, as listed by GET /auth/sessions. */
export interface SessionRow {
  /** Such as `Firefox, Windows`; null for programs, and browsers that are not known. */
  browser: string | null;
  /** When it last got a token: within the last quarter of an hour if it is in use. */
  lastUsedAt: string;
  /** The session that asks. */
  isCurrent: boolean;
}

/** The cookie that holds the mark by which a browser is known to this account. Scripts cannot read it. */
export const browserMarkCookie = (userId: number): string => `browser-${userId}`;

/** Claims of an access token, as the client reads them. */
export interface AccessClaims {
  Id: number;
  Roles: { Id: number }[];
  Avatar: string | null;
  /** Opens the choice of the first password, and nothing else. */
  FirstAccess: boolean;
  /** Ours: permits choosing a new password, once, to a user who proved to read the account's mail. */
  Recovery?: true;
  /** Ours: the club that scopes everything, null for administrators. */
  ClubId: number | null;
  /** Ours: the sign-in of the token, the same through every refresh; for `Recovery` the single-use grant. */
  SessionId: string;
  /** Seconds since 1970. */
  exp: number;
  iat: number;
}

export interface MyClubAnswer {
  cluId: number;
  cluName: string;
  cluLatitude: string | null;
  cluLongitude: string | null;
}

/** Every failure with a body. `fields` contains the malformed fields, by path. */
export interface ErrorAnswer {
  statusCode: number;
  /** A list, if a list of competitors is not imported. */
  message: string | ImportFault[];
  fields?: Record<string, string>;
  /** Stable in every language; present if the client does more than show the message. */
  code?: ToldCode;
}
