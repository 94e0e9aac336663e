import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { isZodDto } from 'nestjs-zod/dto';
import { z } from 'zod';
import { en, es, it } from 'zod/locales';
import { FAULTS, isFieldCode, limitText, type FieldCode, type Language } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';

/** The fault of a field: a code of the catalogue, or a zod issue for which the schema states no code. */
export type Fault = FieldCode | z.core.$ZodIssue;

/** Malformed input; `fields` holds the faults by path. Answered 400. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  constructor(readonly fields: Readonly<Record<string, Fault>>) {
    super(`ValidationError: ${Object.keys(fields).join(', ')}`);
  }
}

const WORDLESS = '';
/** Issues are translated when they are answered; zod's texts need the received value. */
const NOT_YET_IN_WORDS = { error: () => WORDLESS, reportInput: true } as const;
const ZOD_WORDS: Readonly<Record<Language, z.core.$ZodErrorMap>> = {
  en: en().localeError,
  es: es().localeError,
  it: it().localeError,
};

const faultOf = (issue: z.core.$ZodIssue): Fault => (isFieldCode(issue.message) ? issue.message : issue);

/** The text of a fault for users. */
export const faultText = (fault: Fault, language: Language): string => {
  if (typeof fault === 'string') return TEXTS_IN[language].fields[fault];
  if (fault.message !== WORDLESS) return fault.message;
  const limit = limitText(fault, TEXTS_IN[language].limits);
  if (limit !== undefined) return limit;
  const said = ZOD_WORDS[language](fault as z.core.$ZodRawIssue);
  return (typeof said === 'string' ? said : said?.message) ?? TEXTS_IN[language].fields.malformed;
};

/** Parses input that is not a body: parameters and query. `field` names it in the error. @throws {ValidationError} */
export const parseField = <S extends z.ZodType>(schema: S, field: string, value: unknown): z.infer<S> => {
  const { data, error } = schema.safeParse(value, NOT_YET_IN_WORDS);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new ValidationError({ [field]: issue === undefined ? FAULTS.malformed : faultOf(issue) });
};

/** Bodies that the guard has parsed, by the raw body, so that the method does not parse them again. */
const parsedBodies = new WeakMap<object, { readonly schema: z.ZodType; readonly data: unknown }>();

/**
 * Parses a body, once for each request. Only the first fault of each field is reported.
 *
 * @throws {ValidationError}
 */
export const parseBody = <S extends z.ZodType>(schema: S, body: unknown): z.infer<S> => {
  const key = typeof body === 'object' ? body : null;
  const known = key === null ? undefined : parsedBodies.get(key);
  if (known?.schema === schema) return known.data as z.infer<S>;
  const { data, error } = schema.safeParse(body, NOT_YET_IN_WORDS);
  if (error === undefined) {
    if (key !== null) parsedBodies.set(key, { schema, data });
    return data;
  }
  const fields = new Map<string, Fault>();
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body';
    if (!fields.has(field)) fields.set(field, faultOf(issue));
  }
  throw new ValidationError(Object.fromEntries(fields));
};

/** Validates every argument whose type is a class created by `createZodDto`. */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    return isZodDto(metatype) ? parseBody(metatype.schema as z.ZodType, value) : value;
  }
}

const digits = z.string().regex(/^\d{1,15}$/, FAULTS.number);

/** An id in a path: a positive number. */
export const idText = digits.transform(Number).refine((id) => id > 0, FAULTS.positiveNumber);
/** As `idText`, but 0 means 'none' or 'all'. */
export const idOrZeroText = digits.transform(Number);
/** A comma list of ids. */
export const idListText = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,199}$/, FAULTS.numberList)
  .transform((text) => text.split(',').map(Number));
