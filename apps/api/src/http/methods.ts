import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { HttpError } from './http-error.js';

/** As much of Express's router as tells which methods a path has. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Parameters of a route's path. A path without any is its own, whatever route with parameters fits it too. */
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

/**
 * A path that is there, asked for with a method that it does not have: 405 with those that it has. Stands in front of the
 * routes and looks at them when it is asked, so that it knows all of them.
 */
export const refuseOtherMethods = (app: NestExpressApplication): RequestHandler => {
  const { router } = app.getHttpAdapter().getInstance() as unknown as {
    readonly router: { readonly stack: Layer[] };
  };
  return (request, _, next) => {
    const path = request.baseUrl + request.path;
    const allowed = methodsOf(router.stack, path.length > 1 ? path.replace(/\/$/, '') : path);
    if (allowed.length === 0 || allowed.includes(request.method)) next();
    else next(new HttpError('methodNotAllowed', { Allow: allowed.join(', ') }));
  };
};
