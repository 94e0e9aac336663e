import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { BODY_TIMES } from '@flagpost/contracts';
import { watchBodies } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { answerTo } from './errors.filter.js';
import { HttpError } from './http-error.js';
import { languageOf } from './language.js';

/** Ends slow bodies of all requests of the server, those of the socket too. Call it after all other listeners are added. */
export const endSlowBodies = (
  app: NestExpressApplication,
  dependencies: Pick<ApiDependencies, 'clock' | 'scheduler'>,
): void => {
  const bodies = watchBodies(dependencies, BODY_TIMES, (request, response) => {
    const body = JSON.stringify(answerTo(new HttpError('tooSlow'), languageOf(request)));
    response.writeHead(408, { 'Content-Type': 'application/json; charset=utf-8' }).end(body);
  });
  const server: Server = app.getHttpServer();
  server.prependListener('request', (request, response) => bodies.watch(request, response));
};
