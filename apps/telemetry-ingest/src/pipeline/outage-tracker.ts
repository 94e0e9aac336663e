import { ServiceUnavailableError, type LogFields, type Logger } from '@flagpost/platform';

/**
 * Steps that fail during an outage of a server. The caller repeats them; each outage is logged once and shown in
 * health.
 */
export interface OutageTracker {
  /** Runs the step. Null, and an entry in health, if a server is unavailable. @throws any other error */
  watch<T>(what: string, step: () => Promise<T>): Promise<T | null>;
  has(what: string): boolean;
  /** Null if there are none. */
  read(): string | null;
}

export const createOutageTracker = (logger: Logger, fields: LogFields = {}): OutageTracker => {
  const outages = new Map<string, string>();
  return {
    async watch(what, step) {
      try {
        const result = await step();
        if (outages.delete(what)) logger.info('server is available again', { ...fields, what });
        return result;
      } catch (error) {
        if (!(error instanceof ServiceUnavailableError)) throw error;
        if (!outages.has(what)) {
          logger.error('server is unavailable, will be retried', { ...fields, what, error });
        }
        outages.set(what, error.message);
        return null;
      }
    },
    has: (what) => outages.has(what),
    read: () => (outages.size === 0 ? null : [...outages].map((pair) => pair.join(': ')).join('; ')),
  };
};
