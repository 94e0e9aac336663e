import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { cleanupOpenApiDoc } from 'nestjs-zod';
import { IDEMPOTENCY_KEY_HEADER, LANGUAGE_HEADER } from '@flagpost/contracts';
import { LAG_HEADER } from './caller.js';
import { withAnswers } from './openapi-answers.js';
import { withPortablePatterns } from './openapi-patterns.js';

const DESCRIPTION = `Back-office and live race control for motorsport. Times are ISO 8601 UTC, speeds km/h.

Errors are answered with \`{ statusCode, message }\`: 400 for malformed requests, with \`fields\` naming each fault by its
path; 401 without a valid sign-in; 403 and 404 for resources of another club or that do not exist; 418 if a rule of the sport
or the product refuses, with a message to show; 422 for an ${IDEMPOTENCY_KEY_HEADER} used for another request.
Messages are in the language of the header ${LANGUAGE_HEADER} (en, es or it); errors that a program must tell apart within
one status have a \`code\`, the same in every language.

Calls that change data accept an ${IDEMPOTENCY_KEY_HEADER} (kept 24 hours): a repeated request gets the first answer and changes
nothing. Calls with a password or a file in the body accept none.
The answer is sent once lists and details show the change, or after 2 seconds with the header ${LAG_HEADER}.`;

const key = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
} as const;

const withKeys = (document: OpenAPIObject): OpenAPIObject => {
  for (const { post, put, patch, delete: remove } of Object.values(document.paths))
    for (const operation of [post, put, patch, remove])
      // Signing in is no command, and needs no sign-in.
      if (operation !== undefined && operation.security?.length !== 0)
        operation.parameters = [...(operation.parameters ?? []), key];
  return document;
};

const describe = (app: NestExpressApplication, config: Omit<OpenAPIObject, 'paths'>): OpenAPIObject => {
  const document = cleanupOpenApiDoc(SwaggerModule.createDocument(app, config), { version: '3.1' });
  return withPortablePatterns(withAnswers(withKeys(document)));
};

/**
 * Serves the description of every call at /api/docs, and as JSON at /api/docs-json. Public by design: it contains no data,
 * and third parties may write clients. Nest's router does not serve it, so the permission table has no row for it.
 */
export const setUpOpenApi = (app: NestExpressApplication): void => {
  const config = new DocumentBuilder()
    .setTitle('Flagpost')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .addSecurityRequirements('bearer')
    .build();
  SwaggerModule.setup('docs', app, () => describe(app, config), {
    jsonDocumentUrl: 'docs-json',
    useGlobalPrefix: true,
  });
};
