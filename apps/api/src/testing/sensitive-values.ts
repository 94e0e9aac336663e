import { SENSITIVE } from '@flagpost/contracts';
import type { z } from 'zod';

interface Part {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
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
  const inner = [part.element, part.innerType, part.in, part.out, ...(part.options ?? [])];
  const below = inner.flatMap((each) => (each === undefined ? [] : fieldsOf(each, path)));
  return below.length > 0 ? below : [[path.join('.'), false]];
};

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);

/** The texts in data that their schema marks as personal or secret. */
export const sensitiveValues = (schema: z.ZodType, data: unknown): readonly string[] =>
  fieldsOf(schema).flatMap(([path, marked]) => {
    const value = marked ? at(data, path) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
