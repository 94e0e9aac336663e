import type { Clock } from './time.js';

export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one JSON object per line. Callers never pass tokens, bearers, passwords or personal fields. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Characters that JSON does not escape but that move the cursor of a terminal, or change or end a line. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const escaped = (json: string): string =>
  json.replace(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`);

const describe = (value: unknown): unknown =>
  value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;

export const jsonLogger = (clock: Clock, write: (line: string) => void, base: LogFields = {}): Logger => {
  const log = (level: string, message: string, fields: LogFields = {}): void => {
    const entries = Object.entries({ ...base, ...fields }).map(([key, value]) => [key, describe(value)]);
    const time = new Date(clock.now()).toISOString();
    write(escaped(JSON.stringify({ time, level, message, ...Object.fromEntries(entries) })));
  };
  return {
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
  };
};

export const silentLogger: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
