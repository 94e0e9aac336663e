import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { PERMISSIONS } from '@flagpost/contracts';
import { ALLOW, type Entry } from './allow.js';

/** A route's `Allow`. @throws where it has none. */
export const entryOf = (controller: { readonly name: string }, handler: { readonly name: string }): Entry => {
  const entry = Reflect.getMetadata(ALLOW, handler) as Entry | undefined;
  if (entry === undefined)
    throw new Error(`${controller.name}.${handler.name} has no entry in the permission table.`);
  return entry;
};

/**
 * Goes through every route before the first request.
 *
 * @throws where one has no `Allow`, or is scoped by club and does not say what it acts on.
 */
export const checkEntries = (discovery: DiscoveryService): void => {
  const scanner = new MetadataScanner();
  for (const { metatype, instance } of discovery.getControllers()) {
    if (typeof metatype !== 'function' || !Reflect.hasMetadata(PATH_METADATA, metatype)) continue;
    const prototype = Object.getPrototypeOf(instance) as Record<string, { readonly name: string }>;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name];
      if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
      const entry = entryOf(metatype, handler);
      if (PERMISSIONS[entry.action].ownClub === true && entry.subject === undefined)
        throw new Error(`${metatype.name}.${name} is scoped by club and does not say what it acts on.`);
    }
  }
};
