import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { inFolder } from './folder.ts';
import { createLatencies } from './measure.ts';

/** What the machine was like while a bench ran; null where it cannot be told. */
export interface Conditions {
  /** Share of all processor time that other guests of the host had taken. */
  readonly stealPercent: number | null;
  /** `fdatasync` of 4 KB in the folder of the benches' files, ms. */
  readonly syncMs: { readonly p50: number; readonly p99: number };
}

export interface ConditionsWatch {
  /** Syncs a few times. Between rounds, so that no round waits for it. */
  probe(): Promise<void>;
  read(): Conditions;
}

const STAT = '/proc/stat';
/** Of the line `cpu` of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL_AT = 7;

const cpuTimes = (): readonly number[] | null => {
  if (!existsSync(STAT)) return null;
  const [line = ''] = readFileSync(STAT, 'utf8').split('\n');
  return line.trim().split(/ +/).slice(1).map(Number);
};

const PAGE = Buffer.alloc(4_096, 1);
const SYNCS = 20;

/** Begins now. */
export const watchConditions = (): ConditionsWatch => {
  const before = cpuTimes();
  const syncs = createLatencies();
  return {
    probe: () =>
      inFolder(async (folder) => {
        const file = await open(join(folder, 'probe'), 'w');
        for (let sync = 0; sync < SYNCS; sync++) {
          await file.write(PAGE);
          await syncs.time(() => file.datasync());
        }
        await file.close();
      }),
    read() {
      const spent = cpuTimes()?.map((time, index) => time - (before?.[index] ?? 0));
      const all = spent?.slice(0, STEAL_AT + 1).reduce((sum, time) => sum + time, 0) ?? 0;
      const rounded = (value: number): number => Number(value.toPrecision(3));
      return {
        stealPercent: spent === undefined || all === 0 ? null : rounded(((spent[STEAL_AT] ?? 0) / all) * 100),
        syncMs: { p50: rounded(syncs.percentile(0.5)), p99: rounded(syncs.percentile(0.99)) },
      };
    },
  };
};
