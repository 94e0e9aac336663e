/** What a class of characters means where Unicode's properties are not known. Halves of characters are in no text. */
const PORTABLE: readonly (readonly [RegExp, string])[] = [
  // Something to see. Nearly: other engines take a joiner for that too.
  [/\[\\p\{L\}\\p\{N\}\\p\{P\}\\p\{S\}\]/g, '\\S'],
  [/\\p\{Cc\}/g, '\\u0000-\\u001f\\u007f-\\u009f'],
  [/\\p\{Cs\}/g, ''],
];
/** Groups that look around, Unicode's properties and code points in braces: not every engine reads them. */
const NOT_PORTABLE = /\(\?[=!<]|\\[pP]\{|\\u\{/;

const portable = (pattern: string): string | null => {
  const rewritten = PORTABLE.reduce((text, [from, to]) => text.replace(from, to), pattern);
  return NOT_PORTABLE.test(rewritten) ? null : rewritten;
};

const isTextWithoutType = (schema: object): boolean =>
  !('type' in schema) &&
  'allOf' in schema &&
  Array.isArray(schema.allOf) &&
  schema.allOf.every((each: unknown) => typeof each === 'object' && each !== null && 'pattern' in each);

/**
 * The patterns of a document in a form that readers in other languages take. One that has none is left out: the server
 * refuses what it does not match, with the field and the reason.
 */
export const withPortablePatterns = <T>(described: T): T => {
  if (Array.isArray(described)) return described.map((each: unknown) => withPortablePatterns(each)) as T;
  if (typeof described !== 'object' || described === null) return described;
  const entries = Object.entries(described).flatMap(([name, value]: [string, unknown]) => {
    if (name !== 'pattern' || typeof value !== 'string') return [[name, withPortablePatterns(value)]];
    const pattern = portable(value);
    return pattern === null ? [] : [[name, pattern]];
  });
  const known = Object.fromEntries(entries) as Record<string, unknown>;
  // A text with several patterns comes without its type.
  return (isTextWithoutType(described) ? { type: 'string', ...known } : known) as T;
};
