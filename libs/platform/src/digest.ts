import { hash } from 'node:crypto';

/** The SHA-256 of a random token, in hex, which is stored instead of the token. Not for passwords. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');

/** The RFC 9562 UUID (version 8) that follows from a text. */
export const uuidOf = (text: string): string => {
  const hex = hash('sha256', text, 'hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
