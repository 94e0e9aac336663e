import type { Scheduler } from './time.js';
import { withTimeout } from './with-timeout.js';

/** Health of one part of a program. `details` hold numbers and names, never personal data. */
export interface PartHealth {
  readonly ok: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Collects the health of a program's parts on each request; nothing is cached. */
export interface Health {
  /** `isBeside`: if the part fails it is reported, while the program as a whole is well. */
  register(
    part: string,
    probe: () => PartHealth | Promise<PartHealth>,
    options?: { readonly isBeside?: boolean },
  ): void;
  read(): Promise<{ ok: boolean; parts: Record<string, PartHealth> }>;
}

/** A part that does not answer within this time is reported as down. */
const CHECK_TIMEOUT_MS = 3_000;

/** @param scheduler Limits the time that each check may take; unlimited if left out. */
export const createHealth = (scheduler?: Scheduler): Health => {
  const probes = new Map<string, () => PartHealth | Promise<PartHealth>>();
  const beside = new Set<string>();
  const ask = async (probe: () => PartHealth | Promise<PartHealth>): Promise<PartHealth> => {
    try {
      const asked = Promise.resolve().then(probe);
      return await (scheduler === undefined ? asked : withTimeout(scheduler, CHECK_TIMEOUT_MS, asked));
    } catch (error) {
      return { ok: false, details: { error: error instanceof Error ? error.message : String(error) } };
    }
  };
  return {
    register(part, probe, { isBeside = false } = {}) {
      probes.set(part, probe);
      if (isBeside) beside.add(part);
    },
    async read() {
      const parts = Object.fromEntries(
        await Promise.all([...probes].map(async ([part, probe]) => [part, await ask(probe)] as const)),
      );
      return { ok: Object.entries(parts).every(([part, { ok }]) => ok || beside.has(part)), parts };
    },
  };
};
