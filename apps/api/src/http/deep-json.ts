import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { ValidationError } from './validation-error.js';

/** Lists and objects within one another: no call takes as many. */
const DEEPEST = 32;

const codeOf = (letter: string): number => letter.charCodeAt(0);
const [QUOTE, ESCAPE] = [codeOf('"'), codeOf('\\')];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [codeOf('['), codeOf(']'), codeOf('{'), codeOf('}')];

const isDeep = (json: Uint8Array): boolean => {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) at += byte === ESCAPE ? 1 : 0;
    else if (byte === LIST || byte === OBJECT) depth += 1;
    else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
};

/**
 * Refuses a body that nests without end before it is parsed, which takes as long as fifteen others of its size. It is read
 * before it is known who sends it.
 *
 * @throws {Error} also for another encoding than UTF-8, in which lists would look different
 */
export const refuseDeepJson = (
  _request: IncomingMessage,
  _response: ServerResponse,
  json: Buffer,
  encoding: string,
): void => {
  if (encoding !== 'utf-8' || isDeep(json)) throw new Error('The body is not read.');
};

/** body-parser makes another error of it, of this type and with the status 403. */
const UNREAD = 'entity.verify.failed';
export const malformedIfUnread: ErrorRequestHandler = (error: unknown, _request, _response, next) =>
  next(
    (error as { readonly type?: unknown }).type === UNREAD
      ? new ValidationError({ body: 'malformed' })
      : error,
  );
