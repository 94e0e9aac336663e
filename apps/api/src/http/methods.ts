import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { boundedMap } from '@flagpost/platform';
import { HttpError } from './http-error.js';

/** The part of a layer of Express's router that states the methods of a path. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Number of parameters in a route's path. Of the matching routes those with the fewest apply. */
const parametersOf = (path: string): number => path.split('/').filter((part) => part.startsWith(':')).length;

const methodsOf = (layers: readonly Layer[], path: string): readonly string[] => {
  const matching = layers.flatMap((layer) =>
    layer.route !== undefined && layer.match(path) ? [layer.route] : [],
  );
  const fewest = Math.min(...matching.map((route) => parametersOf(route.path)));
  const found = matching.flatMap(({ path: own, methods }) =>
    parametersOf(own) === fewest ? Object.keys(methods) : [],
  );
  return [
    ...new Set(found.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))),
  ];
};

/** Paths whose methods are cached: to find them, a path is matched against every route. */
const PATHS = 1_000;

/**
 * Answers 405 with `Allow` if a path exists but not with the request's method. Mounted before the routes, it reads the
 * router at requests, when all routes are registered.
 */
export const refuseOtherMethods = (app: NestExpressApplication): RequestHandler => {
  const { router } = app.getHttpAdapter().getInstance() as unknown as {
    readonly router: { readonly stack: Layer[] };
  };
  const known = boundedMap<string, readonly string[]>(PATHS);
  const methods = (path: string): readonly string[] => {
    const found = known.get(path) ?? methodsOf(router.stack, path);
    known.set(path, found);
    return found;
  };
  return (request, _, next) => {
    const path = request.baseUrl + request.path;
    const allowed = methods(path.length > 1 ? path.replace(/\/$/, '') : path);
    if (allowed.length === 0 || allowed.includes(request.method)) next();
    else next(new HttpError('methodNotAllowed', { Allow: allowed.join(', ') }));
  };
};
