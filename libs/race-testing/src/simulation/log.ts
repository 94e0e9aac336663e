import type { Logger } from '@flagpost/platform';
import type { World } from '@flagpost/testing/simulation';

/** Warnings and errors as lines of the trace. */
export const tracingLogger = (world: World, name: string): Logger => {
  const line =
    (level: string): Logger['warn'] =>
    (message, fields = {}) =>
      world.note(
        `${name} ${level}: ${message} ${Object.entries(fields)
          .map(([key, value]) => `${key}=${String(value)}`)
          .join(' ')}`,
      );
  return {
    info: () => undefined,
    warn: line('warns'),
    error: line('complains'),
  };
};
