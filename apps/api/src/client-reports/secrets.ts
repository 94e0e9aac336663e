/** A name with its value: `password=…`, `"accessToken":"…"`, `Authorization: …`. */
const NAMED =
  /\b(?=\w{0,40}?(?:password|passcode|passwd|pwd|secret|token|cookie|authorization))(\w+\\?["']?\s*(?:=|:|%3D)\s*)(?:\\?"[^"]*"|\\?'[^']*'|(?:bearer\s+|basic\s+)?[^\s&,;}"']+)/gi;
const SCHEME = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
/** The URL of a device's door, which is secret. */
const DOOR = /(?<![^\s"'<>()])[^\s"'<>()]*\/ingest\/[^\s"'<>()]*/gi;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** Texts about as long as the shortest token (16 bytes, base64url), with the extension of a file name if there is one. */
const LONG = /[\w-]{20,}(\.(?:m?js|tsx?|css|map)\b)?/g;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|[_-]+|\d+/g;
const WORD = /^[A-Za-z]{2,24}$|^[_-]+$/;
const NUMBER_AT_END = /\d{1,3}$/;
/** Minimum average length of the words of an identifier; random text alternates between letters and digits more often. */
const USUAL_PIECE = 4;

/** Whether the text consists of words, as the names in a stack trace. */
const isIdentifier = (text: string): boolean => {
  const pieces = text.replace(NUMBER_AT_END, '').match(PIECES) ?? [];
  return pieces.length * USUAL_PIECE <= text.length && pieces.every((piece) => WORD.test(piece));
};

/** Removes everything that looks like a token, a password or the URL of a door. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(DOOR, '[door]')
    .replace(JWT, '[token]')
    .replace(NAMED, '$1[secret]')
    .replace(SCHEME, '$1 [token]')
    .replace(LONG, (run: string, ending?: string) =>
      ending !== undefined || isIdentifier(run) ? run : '[token]',
    );
