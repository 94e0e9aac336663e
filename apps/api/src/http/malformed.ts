import { z } from 'zod';
import { createZodValidationPipe } from 'nestjs-zod';

/** Input that is not in the correct format; `fields` says what of it, by path. Answered 400. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super(`Malformed: ${Object.keys(fields).join(', ')}`);
  }
}

export const malformedBy = (error: unknown): Malformed =>
  new Malformed(
    error instanceof z.ZodError
      ? Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]))
      : { body: String(error) },
  );

/** Checks every argument whose type is a class made by `createZodDto`. */
export const BodyPipe = createZodValidationPipe({ createValidationException: malformedBy });

/** Parses input that is not a body: parameters and query. `field` names it in the refusal. @throws {Malformed} */
export const parseField = <S extends z.ZodType>(schema: S, field: string, value: unknown): z.infer<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Malformed({ [field]: result.error.issues.map((issue) => issue.message).join(' ') });
};

/** @throws {Malformed} */
export const parseBody = <S extends z.ZodType>(schema: S, body: unknown): z.infer<S> => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw malformedBy(result.error);
};

const digits = z.string().regex(/^\d{1,15}$/, 'A number is expected.');

/** An id in a path: a positive number. */
export const idText = digits.transform(Number).refine((id) => id > 0, 'A positive number is expected.');
/** As `idText`, where 0 says 'none' or 'all'. */
export const idOrZeroText = digits.transform(Number);
/** A comma list of ids. */
export const idListText = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,199}$/, 'A comma list of numbers is expected.')
  .transform((text) => text.split(',').map(Number));
