import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startProgram, type Launch, type Program } from '../frame/program.ts';

const API_SERVER = new URL('api-server.ts', import.meta.url);

const nodeOptions = (): string[] => {
  const compose = new URL('../../docker-compose.standalone.yml', import.meta.url);
  const { services } = parse(readFileSync(compose, 'utf8')) as {
    readonly services: { readonly flagpost: { readonly environment: { readonly NODE_OPTIONS: string } } };
  };
  return services.flagpost.environment.NODE_OPTIONS.split(' ');
};

/** The standalone in a process of its own, with the options of Node that `npm start` gives it. @param words those of `api-server.ts` */
export const startStandalone = (words: readonly string[], launch?: Launch): Promise<Program> =>
  startProgram(API_SERVER, words, nodeOptions(), launch);
