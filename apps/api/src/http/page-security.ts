import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import type { ApiConfig } from '../config.js';

const YEAR_S = 31_536_000;
/** A host with or without a port: what a Host header may add to the policy. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

const socketsOf = (host: string | undefined): readonly string[] =>
  host !== undefined && HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : [];

/** Phones may use the same host as browsers: a browser told to use TLS alone must find it at the doors too. */
const isTlsEverywhere = ({ PUBLIC_URL, DOORS_URL = PUBLIC_URL }: ApiConfig): boolean =>
  [PUBLIC_URL, DOORS_URL].every((url) => url?.startsWith('https:'));

/** Headers for everything that is served here: pages load from this server alone, imagery too. */
export const pageSecurity = (config: ApiConfig): RequestHandler => {
  const publicHost = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL).host;
  // Some browsers do not count a socket of the same host as 'self'. A proxy may hide the host that the browser used.
  const ownSockets = (request: IncomingMessage): string =>
    [...new Set([...socketsOf((request as Request).host), ...socketsOf(publicHost)])].join(' ');
  return helmet({
    // A truck's network speaks plain http, and no browser may be told otherwise there.
    strictTransportSecurity: isTlsEverywhere(config) && { maxAge: YEAR_S, includeSubDomains: false },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", ownSockets],
        imgSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // PrimeReact and MapLibre place elements by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
  });
};

/** What a call answers is for who asked. What anybody may keep says so itself. */
export const keepPrivate: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
