import type { ImportColumn, ImportField } from '@flagpost/contracts';
import type { Choices } from './api.js';

type Mapping = readonly (ImportField | null)[];

const NEEDED: readonly ImportField[] = ['Email', 'Name', 'Surname', 'GrupoSanguineo', 'Category'];

/** Fields that a competitor needs and no column holds. */
export const missingIn = (mapping: Mapping): readonly ImportField[] =>
  NEEDED.filter(
    (field) =>
      !mapping.includes(field) &&
      !((field === 'Name' || field === 'Surname') && mapping.includes('FullName')),
  );

/** Whether no column holds something that has no value for all rows either. */
export const isUnfilled = ({ mapping = [], fill = {} }: Choices): boolean =>
  missingIn(mapping).some((field) => (fill[field] ?? '').trim() === '');

/** What somebody has chosen, by the index of its column; null: it is left out. */
export type Chosen = ReadonlyMap<number, ImportField | null>;
export const NOTHING: Chosen = new Map();

/** What is proposed, but for columns of which something was chosen: a field has one column. */
export const mappingOf = (columns: readonly ImportColumn[], chosen: Chosen): Mapping => {
  const taken = new Set(chosen.values());
  return columns.map(({ field }, column) => {
    const own = chosen.get(column);
    if (own !== undefined) return own;
    return taken.has(field) ? null : field;
  });
};

/** What is chosen once this field is chosen for a column: a field has one column. */
export const withChosen = (
  chosen: Chosen,
  mapping: Mapping,
  column: number,
  field: ImportField | null,
): Chosen => {
  const former = field === null ? -1 : mapping.indexOf(field);
  return new Map([...chosen, ...(former < 0 ? [] : [[former, null] as const]), [column, field]]);
};

/** The mapping of a mended file: columns of the same names hold the same. */
export const mappingAgain = (
  columns: readonly ImportColumn[],
  former: readonly ImportColumn[],
  mapping: Mapping,
): Mapping => {
  const nameOf = (header: string, column: number): string => (header === '' ? String(column) : header);
  const held = new Map(former.map(({ header }, column) => [nameOf(header, column), mapping[column] ?? null]));
  return columns.map(({ header, field }, column) => {
    const known = held.get(nameOf(header, column));
    return known === undefined ? field : known;
  });
};
