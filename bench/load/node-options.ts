import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { IMAGE_ENVIRONMENT } from '../../tools/images/image.ts';

interface Compose {
  readonly services: Readonly<Record<string, { readonly environment: { readonly NODE_OPTIONS?: string } }>>;
}

/** Node's options of a service as it is deployed: a process's memory and its waits also depend on the collector's settings. */
export const nodeOptionsOf = (composeFile: string, service: string): string[] => {
  const text = readFileSync(new URL(`../../${composeFile}`, import.meta.url), 'utf8');
  const { services } = parse(text, { merge: true }) as Compose;
  return services[service]?.environment.NODE_OPTIONS?.split(' ') ?? [];
};

/** Settings of the C library's allocator in an image. */
export const imageAllocator = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(IMAGE_ENVIRONMENT).filter(([name]) => name.startsWith('MALLOC_')));

/** Node's options of a program whose service sets none. */
export const imageNodeOptions = (): string[] => IMAGE_ENVIRONMENT['NODE_OPTIONS']?.split(' ') ?? [];
