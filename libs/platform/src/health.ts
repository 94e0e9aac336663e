import type { Scheduler } from './time.js';
import { withTimeout } from './with-timeout.js';

/** What one part of a program says of itself. `details` hold figures and names, never personal data. */
export interface PartHealth {
  readonly ok: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Collects the health of a program's parts; asked for at each request, nothing is cached. */
export interface Health {
  register(part: string, probe: () => PartHealth | Promise<PartHealth>): void;
  read(): Promise<{ ok: boolean; parts: Record<string, PartHealth> }>;
}

/** A part that says nothing for so long is down. */
const PATIENCE_MS = 3_000;

/** @param scheduler Limits how long a part is waited for; without one each is waited for as long as it takes. */
export const createHealth = (scheduler?: Scheduler): Health => {
  const probes = new Map<string, () => PartHealth | Promise<PartHealth>>();
  const ask = async (probe: () => PartHealth | Promise<PartHealth>): Promise<PartHealth> => {
    try {
      const asked = Promise.resolve().then(probe);
      return await (scheduler === undefined ? asked : withTimeout(scheduler, PATIENCE_MS, asked));
    } catch (error) {
      return { ok: false, details: { error: error instanceof Error ? error.message : String(error) } };
    }
  };
  return {
    register: (part, probe) => void probes.set(part, probe),
    async read() {
      const parts = Object.fromEntries(
        await Promise.all([...probes].map(async ([part, probe]) => [part, await ask(probe)] as const)),
      );
      return { ok: Object.values(parts).every((part) => part.ok), parts };
    },
  };
};
