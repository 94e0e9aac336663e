import { createHmac } from 'node:crypto';
import {
  IMPORT_LIMITS,
  isImportField,
  plainHeader,
  type ImportColumn,
  type ImportField,
} from '@flagpost/contracts';
import type { ApiDependencies } from '../../dependencies.js';
import { importColumns, SECRET_NAMES } from '../../stored-names.js';

/** What the institution chose for a header of its lists; undefined if it chose nothing. */
export type RememberedColumns = (header: string) => ImportField | null | undefined;

type Dependencies = Pick<ApiDependencies, 'records' | 'ids'>;

const DIGEST = /^[\da-f]{64}$/;

/**
 * The institution's choices for the headers of its lists, newest last. They are kept in the records and not in the log:
 * headers are written by strangers, and may contain anything. In a list without a header they are the data of a person, so
 * digests are kept, made with a secret of the installation.
 */
const choicesOf = async ({ records, ids }: Dependencies, clubId: number) => {
  const secret = await records.credentials.secret(SECRET_NAMES.importHeaders, () => ids.token(32));
  const digestOf = (plain: string): string =>
    createHmac('sha256', secret).update(`${clubId} ${plain}`).digest('hex');
  const save = (choices: ReadonlyMap<string, string | null>): Promise<void> =>
    records.checkpoints.save(importColumns(clubId), JSON.stringify([...choices]));

  const kept = await records.checkpoints.load(importColumns(clubId));
  const entries = kept === null ? [] : (JSON.parse(kept) as readonly (readonly [string, string | null])[]);
  const choices = new Map(
    entries.map(([header, field]) => [DIGEST.test(header) ? header : digestOf(header), field]),
  );
  // Former releases kept the headers themselves.
  if (!entries.every(([header]) => DIGEST.test(header))) await save(choices);
  return { choices, digestOf, save };
};

export const rememberedColumns = async (
  dependencies: Dependencies,
  clubId: number,
): Promise<RememberedColumns> => {
  const { choices, digestOf } = await choicesOf(dependencies, clubId);
  return (header) => {
    const field = choices.get(digestOf(plainHeader(header)));
    return field === undefined || field === null || isImportField(field) ? field : null;
  };
};

export const rememberColumns = async (
  dependencies: Dependencies,
  clubId: number,
  columns: readonly ImportColumn[],
): Promise<void> => {
  const { choices, digestOf, save } = await choicesOf(dependencies, clubId);
  for (const { header, field } of columns) {
    const plain = plainHeader(header);
    if (plain === '') continue;
    const digest = digestOf(plain);
    choices.delete(digest);
    choices.set(digest, field);
  }
  await save(new Map([...choices].slice(-IMPORT_LIMITS.rememberedHeaders)));
};
