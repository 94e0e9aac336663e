import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { describe, expect, it } from '@jest/globals';
import { startHarness } from './testing/harness.js';

interface Route {
  readonly controller: string;
  readonly method: string;
  readonly path: string;
}

const segmentsOf = (...parts: readonly string[]): readonly string[] =>
  parts
    .join('/')
    .split('/')
    .filter((part) => part !== '');

/** Every route of the controllers that the app registers, with its whole path. */
const routesOf = (discovery: DiscoveryService): readonly Route[] => {
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ metatype, instance }): readonly Route[] => {
    if (typeof metatype !== 'function') return [];
    const prefix = Reflect.getMetadata(PATH_METADATA, metatype) as string | undefined;
    if (prefix === undefined) return [];
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name): readonly Route[] => {
      const handler = prototype[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const path = segmentsOf(prefix, Reflect.getMetadata(PATH_METADATA, handler) as string).join('/');
      return [{ controller: metatype.name, method: RequestMethod[method], path }];
    });
  });
};

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** Whether one request can match both paths. */
const overlap = (one: string, other: string): boolean => {
  const [ours, theirs] = [segmentsOf(one), segmentsOf(other)];
  return (
    ours.length === theirs.length &&
    ours.every((segment, index) => {
      const facing = theirs[index]!;
      return segment === facing || isParameter(segment) || isParameter(facing);
    })
  );
};

/** Pairs of routes that one request matches, and whose controllers' order would decide. */
const ambiguous = (routes: readonly Route[]): readonly string[] =>
  routes.flatMap((one, index) =>
    routes
      .slice(index + 1)
      .filter(
        (other) =>
          other.controller !== one.controller && other.method === one.method && overlap(one.path, other.path),
      )
      .map((other) => `${one.method} /${one.path} and /${other.path}`),
  );

describe('the routes', () => {
  it('do not depend on the order of modules or of their controllers', async () => {
    const harness = await startHarness();
    const routes = routesOf(harness.api.app.get(DiscoveryService));
    await harness.stop();
    expect(routes.map(({ method, path }) => `${method} /${path}`)).toContain('GET /users/:id');
    expect(ambiguous(routes)).toEqual([]);
  });

  it('of which two match one request are found', () => {
    const route = (controller: string, path: string, method = 'GET') => ({ controller, method, path });
    expect(ambiguous([route('A', 'users/:id'), route('B', 'users/myClub')])).toEqual([
      'GET /users/:id and /users/myClub',
    ]);
    expect(ambiguous([route('A', 'users/:id'), route('A', 'users/myClub')])).toEqual([]);
    expect(ambiguous([route('A', 'users/:id'), route('B', 'users/myClub', 'PUT')])).toEqual([]);
    expect(ambiguous([route('A', 'users/:id'), route('B', 'users/byClub/:id')])).toEqual([]);
  });
});
