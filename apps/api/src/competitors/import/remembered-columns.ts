import {
  IMPORT_LIMITS,
  isImportField,
  plainHeader,
  type ImportColumn,
  type ImportField,
} from '@flagpost/contracts';
import type { ApiDependencies } from '../../dependencies.js';
import { importColumns } from '../../stored-names.js';

/**
 * The institution's choices for the headers of its lists, newest last. They are kept in the records and not in the log:
 * headers are written by strangers, and may contain anything.
 */
export type RememberedColumns = ReadonlyMap<string, ImportField | null>;

type Dependencies = Pick<ApiDependencies, 'records'>;

export const rememberedColumns = async (
  { records }: Dependencies,
  clubId: number,
): Promise<RememberedColumns> => {
  const kept = await records.checkpoints.load(importColumns(clubId));
  const entries = kept === null ? [] : (JSON.parse(kept) as readonly (readonly [string, string | null])[]);
  return new Map(
    entries.map(([header, field]) => [header, field !== null && isImportField(field) ? field : null]),
  );
};

export const rememberColumns = async (
  dependencies: Dependencies,
  clubId: number,
  columns: readonly ImportColumn[],
): Promise<void> => {
  const remembered = new Map(await rememberedColumns(dependencies, clubId));
  for (const { header, field } of columns) {
    const plain = plainHeader(header);
    if (plain === '') continue;
    remembered.delete(plain);
    remembered.set(plain, field);
  }
  const newest = [...remembered].slice(-IMPORT_LIMITS.rememberedHeaders);
  await dependencies.records.checkpoints.save(importColumns(clubId), JSON.stringify(newest));
};
