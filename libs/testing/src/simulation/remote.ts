import type { Process } from './process.js';

type Method = (...args: never[]) => Promise<unknown>;

/** A part whose every method is a call to the server that has it. A part of the part is as remote as itself. */
export const remote = <T extends object>(process: Process, server: string, part: T): T =>
  Object.fromEntries(
    Object.entries(part).map(([name, member]: [string, unknown]) => {
      if (typeof member !== 'function') return [name, remote(process, `${server}.${name}`, member as object)];
      const method = member as Method;
      return [name, (...args: never[]) => process.call(server, name, () => method(...args))];
    }),
  ) as T;
