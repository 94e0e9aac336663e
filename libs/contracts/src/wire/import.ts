import { z } from 'zod';
import { IMPORT_LIMITS } from '../competitors.js';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import type { CompetitorRow } from './competitors.js';
import { IMPORT_FIELDS, PLAIN_COLUMNS, type ImportField } from './import-columns.js';
import { personal } from './sensitive.js';

/** Lists of competitors as files. */

/** Of a file of text. */
export const IMPORT_ENCODINGS = ['utf-8', 'windows-1252'] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

const FALSE = ['false', '0'];
/** A yes or no in a form. */
const flag = (otherwise: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((text) => (text === undefined || text === '' ? otherwise : !FALSE.includes(text)));
/** An id in a field of a form. */
export const formId = z
  .string()
  .regex(/^\d{1,15}$/, FAULTS.number)
  .transform(Number);

/** A field that is JSON. */
const json = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: FAULTS.malformed });
        return z.NEVER;
      }
    })
    .pipe(schema);

const field = z.enum(IMPORT_FIELDS);

/** Fields of the form beside the file. Left out, all but the first are as the specification has the calls. */
const uploadFields = {
  /** Whether the rows have a header above them. */
  DataWithHeader: flag(true),
  /** Stores nothing: the answer contains the result that an import would have. */
  Preview: flag(false),
  /** The content of each column, as JSON; proposed if left out. */
  Mapping: json(z.array(field.nullable()).max(IMPORT_LIMITS.columns)).optional(),
  /** By field, the value for a cell that is empty or has no column, if nothing is stored; as JSON. */
  Fill: json(z.partialRecord(field, personal(z.string().max(LIMITS.name)))).optional(),
  /** `all`: nothing is stored if a row is refused. `good`: the others are stored. */
  Mode: z.enum(['all', 'good']).default('all'),
  /** Left out, it is found out. */
  Encoding: z.enum(IMPORT_ENCODINGS).optional(),
};

/** Form of POST /commonServices/uploadInvitations/ beside its `file`. */
export const uploadInvitationsForm = z.object({ EventId: formId, ...uploadFields });
/** Form of POST /commonServices/uploadDrivers/ beside its `file`; administrators name the institution. */
export const uploadDriversForm = z.object({ ClubId: formId.optional(), ...uploadFields });
export type UploadForm = z.output<typeof uploadDriversForm>;

export interface ImportColumn {
  /** Empty if the file has none. */
  header: string;
  /** Cells below it. */
  samples: string[];
  field: ImportField | null;
}

/** `same`: it is stored already, as the row has it. */
export type RowFate = 'new' | 'changed' | 'same' | 'refused';

export interface ImportRowAnswer {
  /** As a spreadsheet counts them. */
  row: number;
  fate: RowFate;
  /** Why it is refused. */
  error: string | null;
  number: string;
  name: string;
  email: string;
  category: string;
  /** Of refused rows, all cells, to be mended. */
  cells: string[] | null;
}

/** POST /commonServices/uploadInvitations/ and /commonServices/uploadDrivers/ */
export interface ImportAnswer {
  /** False in a preview. */
  imported: boolean;
  /** Null for XLSX. */
  encoding: ImportEncoding | null;
  separator: string | null;
  columns: ImportColumn[];
  /** Fields that a competitor needs, no column holds and nothing fills. */
  missing: ImportField[];
  counts: Record<RowFate, number>;
  rows: ImportRowAnswer[];
}

/** An entry of the list in the message of an import that was refused; without a row it is about the file. */
export interface ImportFault {
  row?: number;
  error: string;
}

/** GET /commonServices/importProgress/{eventId}: rows of the import under way; both 0 if there is none. */
export interface ImportProgressAnswer {
  done: number;
  total: number;
}

const exported: Readonly<Record<(typeof PLAIN_COLUMNS)[number], (row: CompetitorRow) => string | null>> = {
  Number: ({ Number }) => Number,
  Category: ({ Category }) => Category,
  Name: ({ FirstName }) => FirstName,
  Surname: ({ LastName }) => LastName,
  Email: ({ Email }) => Email,
  Phone: ({ Phone }) => Phone,
  GrupoSanguineo: ({ DriverGrupoSanguineo }) => DriverGrupoSanguineo,
  CodriverName: ({ CodriverName }) => CodriverName,
  CodriverSurname: ({ CodriverSurname }) => CodriverSurname,
  CodriverGrupoSang: ({ CodriverGrupoSanguineo }) => CodriverGrupoSanguineo,
  Brand: ({ Brand }) => Brand,
  Model: ({ Model }) => Model,
  FullName: () => null,
  CodriverFullName: () => null,
};

/** The competitors of an event as a table that can be imported again, its header first. */
export const exportTable = (
  rows: readonly CompetitorRow[],
  heads: Readonly<Record<ImportField, string>>,
): string[][] => [
  PLAIN_COLUMNS.map((each) => heads[each]),
  ...rows.map((row) => PLAIN_COLUMNS.map((each) => exported[each](row) ?? '')),
];
