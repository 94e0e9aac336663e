/** Randomness that servers may use. */
export interface Ids {
  /** A new RFC 9562 UUID. */
  uuid(): string;
  /** `bytes` random bytes, base64url. */
  token(bytes: number): string;
}
