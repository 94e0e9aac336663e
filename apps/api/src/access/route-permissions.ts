import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { PERMISSIONS } from '@flagpost/contracts';
import { ALLOW, type RoutePermission } from './allow.js';

/** The `Allow` of a route. @throws {Error} if it has none */
export const routePermissionOf = (
  controller: { readonly name: string },
  handler: { readonly name: string },
): RoutePermission => {
  const permission = Reflect.getMetadata(ALLOW, handler) as RoutePermission | undefined;
  if (permission === undefined)
    throw new Error(`${controller.name}.${handler.name} has no row in the permission table.`);
  return permission;
};

/**
 * Checks every route at the start.
 *
 * @throws {Error} if a route has no `Allow`, or is scoped by club and names no resource
 */
export const checkRoutePermissions = (discovery: DiscoveryService): void => {
  const scanner = new MetadataScanner();
  for (const { metatype, instance } of discovery.getControllers()) {
    if (typeof metatype !== 'function' || !Reflect.hasMetadata(PATH_METADATA, metatype)) continue;
    const prototype = Object.getPrototypeOf(instance) as Record<string, { readonly name: string }>;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name];
      if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
      const { action, subject } = routePermissionOf(metatype, handler);
      if (PERMISSIONS[action].ownClub === true && subject === undefined)
        throw new Error(`${metatype.name}.${name} is scoped by club and names no resource.`);
    }
  }
};
