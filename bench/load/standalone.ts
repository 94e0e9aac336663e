import { startProgram, type Launch, type Program } from '../frame/program.ts';
import { imageAllocator, imageNodeOptions } from './node-options.ts';

const API_SERVER = new URL('api-server.ts', import.meta.url);

/** The standalone in a process of its own, with the options and the allocator of its image. @param words those of `api-server.ts` */
export const startStandalone = (words: readonly string[], launch: Launch = {}): Promise<Program> =>
  startProgram(API_SERVER, words, imageNodeOptions(), {
    ...launch,
    environment: { ...imageAllocator(), ...launch.environment },
  });
