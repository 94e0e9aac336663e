/** Replacements of Unicode property classes for engines without them. Lone surrogates occur in no text. */
const PORTABLE: readonly (readonly [RegExp, string])[] = [
  // A visible character; approximate, as \S also matches joiners.
  [/\[\\p\{L\}\\p\{N\}\\p\{P\}\\p\{S\}\]/g, '\\S'],
  [/\\p\{Cc\}/g, '\\u0000-\\u001f\\u007f-\\u009f'],
  [/\\p\{Cs\}/g, ''],
];
/** Lookarounds, Unicode properties and code points in braces: not every engine supports them. */
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
 * Rewrites the patterns of a document to a portable form. A pattern without one is omitted: the server validates it and
 * names the field and the reason.
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
