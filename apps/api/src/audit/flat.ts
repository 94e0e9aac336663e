import { createHash } from 'node:crypto';

/** A value that is shown in one cell. */
export type Cell = string | number | boolean | null;

/** Characters of a text, and entries of a list of plain values, that are shown. */
const TEXT = 300;
const LISTED = 50;
/** Entries of a list of objects that are shown one by one, if they have no id. */
const ENTRIES = 20;

type Fields = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Cell | undefined => typeof value !== 'object' || value === null;

const cellOf = (value: Cell | undefined): Cell =>
  typeof value === 'string' && value.length > TEXT ? `${value.slice(0, TEXT)}…` : (value ?? null);

/** Counts what is too long to be shown; the mark differs if an entry does. */
const counted = (list: readonly unknown[]): string => {
  const mark = createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 6);
  return `${list.length} × … #${mark}`;
};

const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  value instanceof Map
    ? [...(value as Map<unknown, unknown>)].map(([key, each]) => [String(key), each] as const)
    : Object.entries(value);

/** The name of the field that tells the objects of a list apart; null if there is none. */
const idFieldOf = (list: readonly unknown[]): string | null => {
  const [first] = list;
  if (isPlain(first) || Array.isArray(first)) return null;
  const name = Object.keys(first as Fields).find((each) => /Id$/.test(each));
  if (name === undefined) return null;
  const ids = new Set(list.map((each) => (isPlain(each) ? undefined : (each as Fields)[name])));
  return ids.size === list.length && !ids.has(undefined) ? name : null;
};

const addList = (cells: Map<string, Cell>, path: string, list: readonly unknown[]): void => {
  if (list.every(isPlain)) {
    cells.set(path, list.length > LISTED ? counted(list) : list.map((each) => String(each)).join(', '));
    return;
  }
  const idField = idFieldOf(list);
  if (idField === null && list.length > ENTRIES) {
    cells.set(path, counted(list));
    return;
  }
  for (const [index, each] of list.entries()) {
    const label = idField === null ? index + 1 : String((each as Fields)[idField]);
    add(cells, `${path}[${label}]`, each);
  }
};

function add(cells: Map<string, Cell>, path: string, value: unknown): void {
  if (isPlain(value)) cells.set(path, cellOf(value));
  else if (Array.isArray(value)) addList(cells, path, value);
  else if (value instanceof Set) addList(cells, path, [...(value as Set<unknown>)]);
  else for (const [name, each] of entriesOf(value)) add(cells, path === '' ? name : `${path}.${name}`, each);
}

/** The plain values of an object, by their paths. Objects of a list are told apart by their ids, else by their place. */
export const flatOf = (value: unknown): ReadonlyMap<string, Cell> => {
  const cells = new Map<string, Cell>();
  if (!isPlain(value)) add(cells, '', value);
  return cells;
};

/** The paths at which two objects differ, in the order of the second, then of the first. */
export const differencesOf = (
  before: unknown,
  after: unknown,
): readonly { readonly path: string; readonly before: Cell; readonly after: Cell }[] => {
  const [was, is] = [flatOf(before), flatOf(after)];
  const paths = new Set([...is.keys(), ...was.keys()]);
  return [...paths].flatMap((path) => {
    const [former, latter] = [was.get(path) ?? null, is.get(path) ?? null];
    return former === latter ? [] : [{ path, before: former, after: latter }];
  });
};
