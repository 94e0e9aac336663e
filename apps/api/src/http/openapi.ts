import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { cleanupOpenApiDoc } from 'nestjs-zod';

/** The description of every call at /api/docs, as JSON at /api/docs-json. */
export const setUpOpenApi = (app: NestExpressApplication): void => {
  const config = new DocumentBuilder()
    .setTitle('Flagpost')
    .setDescription('Back-office and live race control for motorsport. Times are ISO 8601 UTC, speeds km/h.')
    .setVersion('1')
    .addBearerAuth()
    .addSecurityRequirements('bearer')
    .build();
  SwaggerModule.setup('docs', app, () => cleanupOpenApiDoc(SwaggerModule.createDocument(app, config)), {
    jsonDocumentUrl: 'docs-json',
    useGlobalPrefix: true,
  });
};
