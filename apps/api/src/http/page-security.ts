import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import type { ApiConfig } from '../config.js';

const YEAR_S = 31_536_000;
/** A host with or without a port: the only form of a Host header that is copied into the policy. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

const socketsOf = (host: string | undefined): readonly string[] =>
  host !== undefined && HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : [];

/** Browsers and devices may share a host: with HSTS the doors must be served over TLS too. */
const isTlsEverywhere = ({ PUBLIC_URL, DOORS_URL = PUBLIC_URL }: ApiConfig): boolean =>
  [PUBLIC_URL, DOORS_URL].every((url) => url?.startsWith('https:'));

/** Security headers of every response: pages load resources, imagery included, from this server only. */
export const pageSecurity = (config: ApiConfig): RequestHandler => {
  const publicHost = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL).host;
  // Some browsers do not treat a websocket of the same host as 'self'. A proxy may hide the host that the browser used.
  const ownSockets = (request: IncomingMessage): string =>
    [...new Set([...socketsOf((request as Request).host), ...socketsOf(publicHost)])].join(' ');
  return helmet({
    // HSTS must not be sent in a truck's network, which uses plain HTTP.
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

/** Answers of calls must not be cached, unless the call sets another Cache-Control. */
export const keepPrivate: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
