import { SENSITIVE } from '@flagpost/contracts';
import type { z } from 'zod';

interface Part {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  /** Of a record. */
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
}

const partOf = (schema: z.ZodType): Part => schema.def;

/** Every field of a schema that has no fields itself, by its path, and whether it is marked. */
export const fieldsOf = (
  schema: z.ZodType,
  path: readonly string[] = [],
): [path: string, marked: boolean][] => {
  const part = partOf(schema);
  if (SENSITIVE.has(schema)) return [[path.join('.'), true]];
  if (part.shape !== undefined)
    return Object.entries(part.shape).flatMap(([name, field]) => fieldsOf(field, [...path, name]));
  const inner = [part.element, part.valueType, part.innerType, part.in, part.out, ...(part.options ?? [])];
  const below = inner.flatMap((each) => (each === undefined ? [] : fieldsOf(each, path)));
  return below.length > 0 ? below : [[path.join('.'), false]];
};

/** The texts in data, at any depth. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

/** The texts in data that their schema marks as personal or secret. */
export const sensitiveValues = (schema: z.ZodType, data: unknown): readonly string[] => {
  if (SENSITIVE.has(schema)) return textsIn(data);
  if (data === null || data === undefined) return [];
  const { shape, element, valueType, innerType, in: input, out, options } = partOf(schema);
  const ofFields = Object.entries(shape ?? {}).flatMap(([name, field]) =>
    sensitiveValues(field, (data as Readonly<Record<string, unknown>>)[name]),
  );
  const ofEach = [element, valueType].flatMap((each) =>
    each === undefined || typeof data !== 'object'
      ? []
      : Object.values(data).flatMap((value) => sensitiveValues(each, value)),
  );
  const ofSame = [innerType, input, out, ...(options ?? [])].flatMap((each) =>
    each === undefined ? [] : sensitiveValues(each, data),
  );
  return [...ofFields, ...ofEach, ...ofSame];
};
