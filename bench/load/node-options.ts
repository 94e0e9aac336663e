import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Compose {
  readonly services: Readonly<Record<string, { readonly environment: { readonly NODE_OPTIONS?: string } }>>;
}

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** Node's options of a service as it is deployed: a process's memory and its waits also depend on the collector's settings. */
export const nodeOptionsOf = (composeFile: string, service: string): string[] => {
  const { services } = parse(read(composeFile), { merge: true }) as Compose;
  return services[service]?.environment.NODE_OPTIONS?.split(' ') ?? [];
};

/** Node's options of a program whose service sets none. */
export const imageNodeOptions = (): string[] =>
  /NODE_OPTIONS="(.*)"/.exec(read('Dockerfile'))?.[1]?.split(' ') ?? [];
