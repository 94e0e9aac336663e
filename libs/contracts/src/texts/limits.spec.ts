import { expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from '../index.js';
import { FAULTS, isFieldCode } from './fields.js';
import { LANGUAGES, type Language } from './languages.js';
import { limitText } from './limits.js';
import { TEXTS_IN } from './server.js';

/** Every limit of every schema, and the message for a value beyond it. */
interface Limit {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** What a value comes to first: the head of a pipe, mostly the schema itself. */
  readonly head: z.core.$ZodType;
  /** A value that breaks this limit. */
  readonly broken: unknown;
  readonly codes: readonly string[];
  /** A number that the sentence has to name; null for a pattern. */
  readonly bound: number | null;
  /** Whether a value that breaks it counts as missing, such as an empty text, and is reported as required. */
  readonly isEmptiness: boolean;
}

/** A text longer than any password cannot be the current one, so its message needs no limit. */
const NAMES_NO_BOUND: readonly string[] = [FAULTS.wrongPassword];

const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Texts of which one at least breaks a pattern; those that show something come first. */
const ODD_TEXTS = ['?', 'x', '1', 'x\u0000', ' ', '\u0000'];

type Part = Pick<Limit, 'name' | 'schema' | 'head'>;

const limitsOf = ({ schema, head, name }: Part): Limit[] => {
  const checks = [schema, ...(schema._zod.def.checks ?? [])].map(
    (check) => check._zod.def as unknown as Record<string, unknown>,
  );
  const limit = (broken: unknown, codes: string[], bound: number | null, isEmptiness = false): Limit => ({
    name: `${name}: ${codes.join()} ${bound ?? ''}`,
    schema,
    head,
    broken,
    codes,
    bound,
    isEmptiness,
  });
  const isList = schema._zod.def.type === 'array';
  const ofLength = (length: number): unknown =>
    isList ? Array.from({ length }, () => undefined) : 'x'.repeat(length);
  return checks.flatMap((check) => {
    const value = Number(check['value']);
    switch (check['check']) {
      case undefined:
      case 'overwrite':
      case 'custom':
        return [];
      case 'max_length':
        return [limit(ofLength(Number(check['maximum']) + 1), ['too_big'], Number(check['maximum']))];
      case 'min_length': {
        const min = Number(check['minimum']);
        return min === 0 ? [] : [limit(ofLength(min - 1), ['too_small'], min, min === 1)];
      }
      case 'length_equals':
        return [limit(ofLength(Number(check['length']) + 1), ['too_big'], Number(check['length']))];
      case 'less_than':
        return [limit(value + 1, ['too_big'], value)];
      case 'greater_than':
        return [limit(value - 1, ['too_small'], value, value === 0 && check['inclusive'] !== true)];
      case 'number_format':
        return [limit(0.5, ['invalid_type'], null)];
      case 'string_format': {
        const pattern = check['pattern'];
        const broken = ODD_TEXTS.find((text) => !(pattern instanceof RegExp) || !pattern.test(text));
        if (broken === undefined) throw new Error(`${name}: which text breaks ${String(pattern)}?`);
        return [limit(broken, ['invalid_format'], null, !SHOWN.test(broken))];
      }
      default:
        throw new Error(`${name}: is ${String(check['check'])} a limit?`);
    }
  });
};

/** The schemas that a schema is made of, itself included. */
const within = (schema: z.core.$ZodType, name: string, head = schema): Part[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (part: z.core.$ZodType, key = ''): Part[] => within(part, `${name}${key}`);
  const parts = (): Part[] => {
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the default refuses every other type by its name
    switch (def.type) {
      case 'object':
        return Object.entries(def.shape).flatMap(([key, part]) => inner(part, `.${key}`));
      case 'array':
        return inner(def.element, '[]');
      case 'union':
        return def.options.flatMap((part) => inner(part));
      case 'tuple':
        return def.items.flatMap((part) => inner(part, '[]'));
      case 'record':
        return [...inner(def.keyType, '{}'), ...inner(def.valueType, '{}')];
      case 'pipe':
        return [...inner(def.in), ...within(def.out, name, def.in)];
      case 'optional':
      case 'nullable':
      case 'default':
        return inner(def.innerType);
      case 'string':
      case 'number':
      case 'boolean':
      case 'enum':
      case 'literal':
      case 'null':
      case 'transform':
        return [];
      default:
        throw new Error(`${name}: what is in a schema of type ${def.type}?`);
    }
  };
  return [{ schema, head, name }, ...parts()];
};

const schemas = Object.entries(contracts).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
);
const limits = schemas.flatMap(([name, schema]) => within(schema, name).flatMap(limitsOf));

/** As either side puts it. */
const told = (found: z.core.$ZodIssue, language: Language): string => {
  const { fields, limits: texts } = TEXTS_IN[language];
  if (isFieldCode(found.message)) return fields[found.message];
  return limitText(found, texts) ?? fields.malformed;
};
const foundIn = (schema: z.core.$ZodType, value: unknown): readonly z.core.$ZodIssue[] =>
  z.core.safeParse(schema, value, { error: () => '' }).error?.issues ?? [];

it('the schemas have limits of every kind', () => {
  expect(schemas.length).toBeGreaterThan(25);
  expect(new Set(limits.flatMap(({ codes }) => codes))).toEqual(
    new Set(['too_big', 'too_small', 'invalid_type', 'invalid_format']),
  );
});

/** The fault of the message for a limit; null if the limit has a message of its own. */
const faultOf = ({ schema, head, ...limit }: Limit, language: Language): string | null => {
  const { name, broken, codes, bound, isEmptiness } = limit;
  const found = foundIn(schema, broken).find(({ code, path }) => codes.includes(code) && path.length === 0);
  if (found === undefined) return `${name} takes ${JSON.stringify(broken).slice(0, 50)}`;
  const said = told(found, language);
  if (said.trim() === '') return `${name} has none`;
  if (isEmptiness) return null;
  const missing = foundIn(head, undefined)
    .filter(({ message }) => isFieldCode(message))
    .map((issue) => told(issue, language));
  // A sentence that names the range is one for both.
  if (missing.includes(said) && !/\d/.test(said)) return `${name} has that of a missing value: ${said}`;
  const namesBound = bound === null || said.match(/-?\d+(\.\d+)?/g)?.includes(String(bound)) === true;
  return namesBound || NAMES_NO_BOUND.includes(found.message) ? null : `${name} is not named: ${said}`;
};

it.each(LANGUAGES)('every limit has a sentence of its own in %s, which names it', (language) => {
  expect(limits.flatMap((limit) => faultOf(limit, language) ?? [])).toEqual([]);
});
