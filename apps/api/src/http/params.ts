import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { z } from 'zod';
import { DRIVE_SECRET } from '@flagpost/contracts';
import { idListText, idOrZeroText, idText, parseField } from './validation-error.js';

interface ParameterSchema {
  readonly type: 'integer' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

/** A path parameter parsed by `schema` and described as `described`: zod cannot describe a transformed value. */
const pathParameter =
  (schema: z.ZodType, described: ParameterSchema) =>
  (name: string): ParameterDecorator =>
  (target, key, index) => {
    const pipe: PipeTransform = { transform: (value: unknown) => parseField(schema, name, value) };
    Param(name, pipe)(target, key, index);
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || method === undefined) return;
    // Without `type`, Swagger would describe a list by the type of the argument instead of the schema.
    ApiParam({ name, type: String, schema: described })(target, key, method);
  };

/** The largest id: 15 digits. */
const MOST = 999_999_999_999_999;

/** Schema of an id in a path or a query. */
export const ID_SCHEMA = { type: 'integer', minimum: 1, maximum: MOST } as const;
/** A path parameter that is an id. */
export const IdParam = pathParameter(idText, ID_SCHEMA);
/** A path parameter that is an id or 0. */
export const IdOrZeroParam = pathParameter(idOrZeroText, { type: 'integer', minimum: 0, maximum: MOST });
/** A path parameter that is a comma list of ids. */
export const IdListParam = pathParameter(idListText, {
  type: 'string',
  pattern: '^\\d{1,15}(,\\d{1,15}){0,199}$',
});
/**
 * A path parameter that is the secret of a link. Any text is accepted, so that a malformed secret is answered in the same
 * way as an unknown one.
 */
export const LinkParam = pathParameter(z.string(), { type: 'string', pattern: DRIVE_SECRET.source });
