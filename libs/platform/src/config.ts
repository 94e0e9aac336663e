import { z } from 'zod';

/** An invalid configuration. The message is written for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads one program's configuration from environment variables. Empty strings count as unset.
 *
 * @throws {ConfigError} naming every invalid variable and the reason. Values are not repeated, as they may be secrets.
 */
export const loadConfig = <S extends z.ZodType>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<S> => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration is invalid. ${faults.join('; ')}.`);
};

/** A switch in an environment variable: '1', 'true', 'yes', 'on' or '0', 'false', 'no', 'off'. */
export const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] });
export const port = z.coerce.number().int().min(0).max(65_535);
