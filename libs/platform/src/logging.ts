import type { Clock } from './time.js';

export type LogFields = Readonly<Record<string, unknown>>;

/** One JSON object a line. Callers never pass tokens, bearers, passwords or personal fields. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with these fields on every line. */
  with(fields: LogFields): Logger;
}

const describe = (value: unknown): unknown =>
  value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;

export const jsonLogger = (clock: Clock, write: (line: string) => void, base: LogFields = {}): Logger => {
  const log = (level: string, message: string, fields: LogFields = {}): void => {
    const entries = Object.entries({ ...base, ...fields }).map(([key, value]) => [key, describe(value)]);
    write(
      JSON.stringify({
        time: new Date(clock.now()).toISOString(),
        level,
        message,
        ...Object.fromEntries(entries),
      }),
    );
  };
  return {
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
    with: (fields) => jsonLogger(clock, write, { ...base, ...fields }),
  };
};

export const silentLogger: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => silentLogger,
};
