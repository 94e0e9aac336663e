import { z } from 'zod';

/** Data that must not be written to a log, a trace or the metadata of an event. */
export type Sensitivity = 'personal' | 'secret';

/** The marked schemas. Marks are kept apart from zod's own registry, which the description of the api shows. */
export const SENSITIVE = z.registry<{ readonly is: Sensitivity }>();

/** Marks personal data: names, addresses, telephone numbers, blood types, images. */
export const personal = <S extends z.ZodType>(schema: S): S => {
  SENSITIVE.add(schema, { is: 'personal' });
  return schema;
};
/** Marks secrets: passwords, codes, tokens. */
export const secret = <S extends z.ZodType>(schema: S): S => {
  SENSITIVE.add(schema, { is: 'secret' });
  return schema;
};
