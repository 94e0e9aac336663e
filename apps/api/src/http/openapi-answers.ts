import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { IDEMPOTENCY_KEY_HEADER, PERMISSIONS, type Permission } from '@flagpost/contracts';
import { PERMISSION_EXTENSION, type DescribedPermission } from './described-permission.js';

type Schema = Readonly<Record<string, unknown>>;
interface DescribedAnswer {
  description?: string;
  content?: Record<string, { schema: Schema }>;
}

/** The part of an operation that determines its answers. */
export interface DescribedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly [PERMISSION_EXTENSION]?: DescribedPermission;
  readonly responses: Record<string, DescribedAnswer | undefined>;
}

interface AnswerSchemas {
  /** By operation; null if the answer is empty or not JSON. */
  readonly answers: Readonly<Record<string, Schema | null>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Generated from the types of the controllers by `npm run build`. */
const readAnswerSchemas = (): AnswerSchemas =>
  JSON.parse(readFileSync(new URL('../../dist/answers.json', import.meta.url), 'utf8')) as AnswerSchemas;

const MEANINGS = {
  400: 'The request is not in the correct format.',
  401: 'The request is not authenticated, or its credentials are not valid.',
  403: 'The caller may not do this.',
  404: 'The resource does not exist, or the caller may not know of it.',
  408: 'The body arrived too slowly.',
  413: 'The body is too large.',
  415: 'The body has an unsupported encoding or character set.',
  418: 'A rule of the sport or of the product refuses the request.',
  422: `The ${IDEMPOTENCY_KEY_HEADER} was used for another request.`,
  429: 'Too many attempts.',
  503: 'Data cannot be stored or read at the moment.',
} as const;
type RefusalStatus = keyof typeof MEANINGS;

/** Public calls, and those that take a password or a code, are rate limited. */
const isLimited = (action: string, { public: isPublic, bearer }: Permission): boolean =>
  isPublic === true || bearer !== undefined || action.startsWith('account.');

/** The error statuses of an operation, derived from its permission, parameters and method. */
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

/** Adds to every operation the schema of its success and its errors, unless the operation declares them itself. */
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
