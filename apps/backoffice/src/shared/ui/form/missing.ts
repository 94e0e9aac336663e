import { get, type FieldValues, type Path } from 'react-hook-form';
import type { z } from 'zod';

/** Nothing typed, chosen or ticked. */
const isEmpty = (value: unknown): boolean => {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.values(value).every((one) => one === false);
  return value === undefined || value === null || Number.isNaN(value);
};

/** Whether a required input is still empty; invalid values do not count. */
export const isMissing = <Values extends FieldValues>(
  schema: z.ZodType<unknown, Values>,
  values: unknown,
  names: readonly Path<Values>[],
): boolean => {
  const faulty = new Set(schema.safeParse(values).error?.issues.map(({ path }) => path.join('.')));
  return names.some((name) => faulty.has(name) && isEmpty(get(values, name)));
};
