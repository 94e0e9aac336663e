import {
  REFUSALS,
  type ImportFault,
  type ImportField,
  type Language,
  type RefusalCode,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { faultText, type Fault } from './validation-error.js';

/** The reason why a row, or a file, is not imported. */
export interface RowRefusal {
  /** Null if it concerns no single field. */
  readonly field: ImportField | null;
  readonly why: RefusalCode | Fault;
}

/** A rejected import, of which nothing is stored; a fault without a row concerns the file. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
  constructor(readonly faults: readonly { readonly row: number | null; readonly refusal: RowRefusal }[]) {
    super(`ImportRefusedError: ${faults.length} faults`);
  }
}

const isRefusalCode = (why: RowRefusal['why']): why is RefusalCode =>
  typeof why === 'string' && Object.hasOwn(REFUSALS, why);

/** Texts of limits do not name the field, so the column's name is prepended. */
export const refusalText = ({ field, why }: RowRefusal, language: Language): string => {
  const { refusals, columns } = TEXTS_IN[language];
  if (isRefusalCode(why)) return refusals[why];
  const text = faultText(why, language);
  return typeof why === 'string' || field === null ? text : `${columns[field]}: ${text}`;
};

export const importFaults = ({ faults }: ImportRefusedError, language: Language): ImportFault[] =>
  faults.map(({ row, refusal }) => ({
    ...(row === null ? {} : { row }),
    error: refusalText(refusal, language),
  }));
