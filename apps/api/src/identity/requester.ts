import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BROWSER_MARK, browserMarkCookie } from '@flagpost/contracts';
import { isFromThisMachine } from '@flagpost/platform';
import { networkOf } from '../http/network-of.js';
import { browserName } from './browser-name.js';

/** The origin of a request. */
export interface Requester {
  /** By which limits count addresses. */
  readonly network: string;
  /** Whether it was made on this machine, for this machine. */
  readonly isFromThisMachine: boolean;
  /** Whether a browser sent it, which stores cookies; programs may not. */
  readonly isBrowser: boolean;
  /** Such as `Firefox, Windows`; null if unknown. */
  readonly browser: string | null;
  /** The mark for this account in the request, not verified. */
  markFor(userId: number): string | null;
  /** Sets the browser's mark for this account. */
  keepMark(userId: number, mark: string): void;
}

const cookieOf = (request: Request, name: string): string | null => {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=');
    if (key === name && value !== '') return value;
  }
  return null;
};

/** Browsers send one of these headers with every call except GET, and pages cannot remove them. */
const isFromBrowser = ({ headers }: Request): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/** By the origin of the page, as a proxy may terminate TLS. */
const isOverTls = (request: Request): boolean =>
  request.secure || request.headers.origin?.startsWith('https://') === true;

const requesterOf = (request: Request, response: Response): Requester => ({
  network: networkOf(request.ip ?? ''),
  isFromThisMachine: isFromThisMachine(request),
  isBrowser: isFromBrowser(request),
  browser: browserName(request.headers['user-agent']),
  markFor: (userId) => cookieOf(request, browserMarkCookie(userId)),
  keepMark: (userId, mark) =>
    void response.cookie(browserMarkCookie(userId), mark, {
      path: '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure: isOverTls(request),
      maxAge: BROWSER_MARK.markMs,
    }),
});

/** The request's `Requester`. */
export const FromRequester = createParamDecorator((_: unknown, context: ExecutionContext): Requester => {
  const http = context.switchToHttp();
  return requesterOf(http.getRequest<Request>(), http.getResponse<Response>());
});
