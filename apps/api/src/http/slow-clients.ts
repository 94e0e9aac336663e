import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ANSWER_TIMES, BODY_TIMES } from '@flagpost/contracts';
import { watchAnswers, watchBodies } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { answerTo } from './errors.filter.js';
import { HttpError } from './http-error.js';
import { languageOf } from './language.js';

/**
 * Ends slow bodies and unread answers of all requests of the server, those of the socket too. Call it after all other listeners
 * are added.
 */
export const endSlowClients = (
  app: NestExpressApplication,
  dependencies: Pick<ApiDependencies, 'clock' | 'scheduler'>,
): void => {
  const bodies = watchBodies(dependencies, BODY_TIMES, (request, response) => {
    const body = JSON.stringify(answerTo(new HttpError('tooSlow'), languageOf(request)));
    response.writeHead(408, { 'Content-Type': 'application/json; charset=utf-8' }).end(body);
  });
  const answers = watchAnswers(dependencies, ANSWER_TIMES);
  const server: Server = app.getHttpServer();
  server.prependListener('request', (request, response) => {
    bodies.watch(request, response);
    answers.watch(request, response);
  });
};
