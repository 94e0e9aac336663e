import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { cleanupOpenApiDoc } from 'nestjs-zod';
import { IDEMPOTENCY_KEY_HEADER, LANGUAGE_HEADER } from '@flagpost/contracts';
import { LAG_HEADER } from './caller.js';
import { withAnswers } from './openapi-answers.js';
import { withPortablePatterns } from './openapi-patterns.js';

const DESCRIPTION = `Back-office and live race control for motorsport. Times are ISO 8601 UTC, speeds km/h.

A failure answers \`{ statusCode, message }\`: 400 for what is malformed, with \`fields\` naming each by its path; 401 for
who is not signed in; 403 and 404 for what is another club's or not there; 418 where a rule of the sport or the product
refuses, with a message to show; 422 for an ${IDEMPOTENCY_KEY_HEADER} used for another request.
Messages are in the language of the header ${LANGUAGE_HEADER} (en, es or it); where a program has to know more than the
status there is a \`code\`, the same in every language.

What changes something takes an ${IDEMPOTENCY_KEY_HEADER} (kept 24 hours): sent again, it gets the first answer and changes nothing.
Calls with a password or a file in them take none.
The answer comes once lists and details show the change, or after 2 seconds with the header ${LAG_HEADER}.`;

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
 * The description of every call at /api/docs, as JSON at /api/docs-json. Public by design, as are the sources: it holds
 * no data, and strangers may write clients. Nest's router does not serve it, so the permission table has no line for it.
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
