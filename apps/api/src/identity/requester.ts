import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BROWSER_MARK, browserMarkCookie } from '@flagpost/contracts';
import { networkOf } from '../http/network-of.js';
import { isFromThisMachine } from '../http/this-machine.js';
import { browserName } from './browser-name.js';

/** What a request tells of where it was sent from. */
export interface Requester {
  /** By which limits count addresses. */
  readonly network: string;
  /** Whether it was made on this machine, for this machine. */
  readonly isFromThisMachine: boolean;
  /** Whether a browser sent it, which keeps cookies; a program need not. */
  readonly isBrowser: boolean;
  /** Such as `Firefox, Windows`; null if unknown. */
  readonly browser: string | null;
  /** The mark that it brought for this account, whatever it is worth. */
  markFor(userId: number): string | null;
  /** Has the browser keep a mark for this account. */
  keepMark(userId: number, mark: string): void;
}

const cookieOf = (request: Request, name: string): string | null => {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=');
    if (key === name && value !== '') return value;
  }
  return null;
};

/** Browsers send one of the two with every call that is no GET, and pages cannot take them away. */
const isFromBrowser = ({ headers }: Request): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/** By the address that the browser shows: behind a proxy the connection to this process tells nothing. */
const isOverTls = (request: Request): boolean =>
  request.secure || request.headers.origin?.startsWith('https://') === true;

export const requesterOf = (request: Request, response: Response): Requester => ({
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
