import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { IDEMPOTENCY_KEY_HEADER, PERMISSIONS, type Permission } from '@flagpost/contracts';
import { PERMISSION_EXTENSION, type DescribedPermission } from './described-permission.js';

type Schema = Readonly<Record<string, unknown>>;
interface DescribedAnswer {
  description?: string;
  content?: Record<string, { schema: Schema }>;
}

/** As much of an operation as its answers follow from. */
export interface DescribedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly [PERMISSION_EXTENSION]?: DescribedPermission;
  readonly responses: Record<string, DescribedAnswer | undefined>;
}

interface AnswerSchemas {
  /** By operation; null where it answers nothing, or no JSON. */
  readonly answers: Readonly<Record<string, Schema | null>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Made of the types of the controllers by `npm run build`. */
const readAnswerSchemas = (): AnswerSchemas =>
  JSON.parse(readFileSync(new URL('../../dist/answers.json', import.meta.url), 'utf8')) as AnswerSchemas;

const MEANINGS = {
  400: 'What was sent is not in the correct format.',
  401: 'Nobody is signed in, or what was sent does not prove who asks.',
  403: 'Who asks may not do this.',
  404: 'There is no such thing, or not for who asks.',
  408: 'The body came too slowly.',
  413: 'The body is too large.',
  415: 'The body has an encoding or letters that are not read.',
  418: 'A rule of the sport or of the product refuses.',
  422: `The ${IDEMPOTENCY_KEY_HEADER} was used for another request.`,
  429: 'Too many attempts.',
  503: 'It cannot be stored or read now.',
} as const;
type RefusalStatus = keyof typeof MEANINGS;

/** Calls that anybody may try with a password or a code, or at all, are limited. */
const isLimited = (action: string, { public: isPublic, bearer }: Permission): boolean =>
  isPublic === true || bearer !== undefined || action.startsWith('account.');

/** What an operation may be refused with, by its right, its parameters, its body and what it does. */
const refusalsOf = (method: string, operation: DescribedOperation): readonly RefusalStatus[] => {
  const { parameters = [], [PERMISSION_EXTENSION]: permission } = operation;
  const rule: Permission = permission === undefined ? { public: true } : PERMISSIONS[permission.action];
  const isChange = method !== 'get';
  const needsSession = rule.public !== true;
  const isIn = (place: string): boolean => parameters.some((parameter) => parameter.in === place);
  const found: readonly (readonly [RefusalStatus, boolean])[] = [
    [400, true],
    [401, needsSession || isChange],
    [403, needsSession || isChange],
    [404, isIn('path') || (needsSession && isChange) || permission?.reach !== undefined],
    [408, isChange],
    [413, isChange],
    [415, isChange],
    [418, isChange],
    [422, parameters.some(({ name }) => name === IDEMPOTENCY_KEY_HEADER)],
    [429, isChange && isLimited(permission?.action ?? '', rule)],
    [503, true],
  ];
  return found.flatMap(([status, may]) => (may ? [status] : []));
};

const json = (schema: Schema) => ({ 'application/json': { schema } });
const REFUSED = json({ $ref: '#/components/schemas/ErrorAnswer' });

const meaningOf = (status: string): string => (MEANINGS as Readonly<Record<string, string>>)[status] ?? '';
const isSuccess = (status: string): boolean => status.startsWith('2');

/** Adds what every operation answers: the schema of its success, and its refusals. What it says itself stays. */
export const withAnswers = (document: OpenAPIObject): OpenAPIObject => {
  const { answers, schemas } = readAnswerSchemas();
  for (const methods of Object.values(document.paths))
    for (const [method, described] of Object.entries(methods)) {
      const operation = described as DescribedOperation;
      const { responses, operationId = '' } = operation;
      const answer = answers[operationId];
      for (const [status, response] of Object.entries(responses)) {
        if (response === undefined) continue;
        response.description ||= isSuccess(status) ? 'Done.' : meaningOf(status);
        if (isSuccess(status) && answer != null) response.content ??= json(answer);
      }
      for (const status of refusalsOf(method, operation))
        responses[status] ??= { description: MEANINGS[status], content: REFUSED };
    }
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...schemas } };
  return document;
};
