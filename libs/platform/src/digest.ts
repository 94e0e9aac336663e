import { hash } from 'node:crypto';

/** The SHA-256 of a random token, in hex, which is stored instead of the token. Not for passwords. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');
