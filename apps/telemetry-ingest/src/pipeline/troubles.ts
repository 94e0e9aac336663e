import { ServiceUnavailableError, type LogFields, type Logger } from '@flagpost/platform';

/** What cannot be done now because a server is away: tried again by the caller, told once, and seen in health. */
export interface Troubles {
  /**
   * Takes the step; null, and a note, where it cannot be taken now.
   *
   * @throws what is no absence of a server
   */
  watch<T>(what: string, step: () => Promise<T>): Promise<T | null>;
  has(what: string): boolean;
  /** Null where there are none. */
  read(): string | null;
}

export const createTroubles = (logger: Logger, fields: LogFields = {}): Troubles => {
  const troubles = new Map<string, string>();
  return {
    async watch(what, step) {
      try {
        const result = await step();
        if (troubles.delete(what)) logger.info('server is available again', { ...fields, what });
        return result;
      } catch (error) {
        if (!(error instanceof ServiceUnavailableError)) throw error;
        if (!troubles.has(what)) {
          logger.error('server is unavailable, will be retried', { ...fields, what, error });
        }
        troubles.set(what, error.message);
        return null;
      }
    },
    has: (what) => troubles.has(what),
    read: () => (troubles.size === 0 ? null : [...troubles].map((pair) => pair.join(': ')).join('; ')),
  };
};
