import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DEFAULT_LANGUAGE, LANGUAGE_HEADER, spokenLanguage, type Language } from '@flagpost/contracts';
import type { ApiRequest } from './request.js';

/** The language that a request asks for. */
export const languageOf = (request: Pick<ApiRequest, 'headers'>): Language =>
  spokenLanguage(request.headers[LANGUAGE_HEADER]) ?? DEFAULT_LANGUAGE;

/** The request's language, for texts outside the answer, such as mails. */
export const FromLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language =>
  languageOf(context.switchToHttp().getRequest<ApiRequest>()),
);
