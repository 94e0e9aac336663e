import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import type { Ids } from './ids.js';

const keyOf = (token: string): Buffer => hash('sha256', `seal ${token}`, 'buffer');
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Encrypts a text with AES-256-GCM under a key derived from a token, so that only the holder of the token can read it. */
export const seal = (text: string, token: string, ids: Ids): string => {
  const nonce = Buffer.from(ids.token(NONCE_BYTES), 'base64url');
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** @throws {Error} if it was encrypted under another token, or is no encrypted text. */
export const unseal = (sealed: string, token: string): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
};
