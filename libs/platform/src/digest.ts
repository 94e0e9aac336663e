import { hash } from 'node:crypto';

/** What is kept of a random token instead of itself: its SHA-256, in hex. Not for passwords. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');
