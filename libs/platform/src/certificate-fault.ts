/** Codes of Node for a certificate that is not accepted. */
const CODES: ReadonlySet<unknown> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Errors in errors that are looked at: clients wrap those of their connections. */
const DEEPEST = 8;

/** Why a TLS connection was refused by this side: the code of Node in an error or its causes; null if it was not. */
export const certificateFault = (error: unknown): string | null => {
  let current = error;
  for (let depth = 0; depth < DEEPEST && typeof current === 'object' && current !== null; depth++) {
    const { code, cause } = current as { readonly code?: unknown; readonly cause?: unknown };
    if (CODES.has(code)) return String(code);
    current = cause;
  }
  return null;
};
