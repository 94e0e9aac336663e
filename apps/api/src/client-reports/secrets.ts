/** A name with its value: `password=…`, `"accessToken":"…"`, `Authorization: …`. */
const NAMED =
  /\b(?=\w{0,40}?(?:password|passcode|passwd|pwd|secret|token|cookie|authorization))(\w+\\?["']?\s*(?:=|:|%3D)\s*)(?:\\?"[^"]*"|\\?'[^']*'|(?:bearer\s+|basic\s+)?[^\s&,;}"']+)/gi;
const SCHEME = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
/** A device's door: its address is the secret. */
const DOOR = /(?<![^\s"'<>()])[^\s"'<>()]*\/ingest\/[^\s"'<>()]*/gi;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** As long as the shortest token that is made here (16 bytes, base64url), or nearly; with the ending of a file's name. */
const LONG = /[\w-]{20,}(\.(?:m?js|tsx?|css|map)\b)?/g;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|[_-]+|\d+/g;
const WORD = /^[A-Za-z]{2,24}$|^[_-]+$/;
const NUMBER_AT_END = /\d{1,3}$/;
/** Characters that a piece of an identifier has on average, or more; random text changes its kind far more often. */
const USUAL_PIECE = 4;

/** Whether it is made of words, as the names in a stack are. */
const isIdentifier = (text: string): boolean => {
  const pieces = text.replace(NUMBER_AT_END, '').match(PIECES) ?? [];
  return pieces.length * USUAL_PIECE <= text.length && pieces.every((piece) => WORD.test(piece));
};

/** A text without anything that looks like a token, a password or the address of a door. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(DOOR, '[door]')
    .replace(JWT, '[token]')
    .replace(NAMED, '$1[secret]')
    .replace(SCHEME, '$1 [token]')
    .replace(LONG, (run: string, ending?: string) =>
      ending !== undefined || isIdentifier(run) ? run : '[token]',
    );
