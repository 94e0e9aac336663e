import { Param, type PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { idListText, idOrZeroText, idText, parseField } from './malformed.js';

const field = (schema: z.ZodType, name: string): PipeTransform => ({
  transform: (value: unknown) => parseField(schema, name, value),
});

/** A path parameter that is an id. */
export const IdParam = (name: string) => Param(name, field(idText, name));
/** A path parameter that is an id or 0. */
export const IdOrZeroParam = (name: string) => Param(name, field(idOrZeroText, name));
/** A path parameter that is a comma list of ids. */
export const IdListParam = (name: string) => Param(name, field(idListText, name));
