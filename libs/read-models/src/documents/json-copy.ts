/** Copies a JSON value as `JSON.parse(JSON.stringify(value))` does, several times faster. Every event copies documents. */
export const jsonCopy = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => (each === undefined ? null : jsonCopy(each)));
  if ('toJSON' in value || Object.hasOwn(value, '__proto__')) return JSON.parse(JSON.stringify(value));
  const copy: Record<string, unknown> = { ...value };
  let lacks = false;
  for (const name of Object.keys(copy)) {
    const inner = copy[name];
    const copied = jsonCopy(inner);
    if (!Object.is(copied, inner)) copy[name] = copied;
    lacks ||= inner === undefined;
  }
  return lacks ? Object.fromEntries(Object.entries(copy).filter(([, inner]) => inner !== undefined)) : copy;
};
