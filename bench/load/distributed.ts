import { readFile } from 'node:fs/promises';
import { startCluster } from '@flagpost/race-testing/cluster';
import type { Program } from '@flagpost/race-testing/process';
import { addressesOf, startServers } from '@flagpost/testing/servers';
import type { Measured } from './arrivals.ts';

/** Flagpost as one api and one telemetry-ingest, over servers that were started for it. */
export interface Distributed extends Measured {
  /** What each server is: a stand-in says so. */
  readonly servers: readonly string[];
  /** Where devices send to. */
  readonly doors: string;
  stop(): Promise<void>;
}

/** Of `/proc/<pid>/stat`, in hundredths of a second: `utime` and `stime` are its fields 14 and 15. */
const cpuSecondsOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const rssMbOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1e6;
};

const sumOf = async (
  programs: readonly Program[],
  read: (pid: number) => Promise<number>,
): Promise<number> => {
  const each = await Promise.all(programs.map((program) => read(program.pid() ?? 0)));
  return each.reduce((sum, one) => sum + one, 0);
};

/** @returns the reason if it cannot be measured here */
export const startDistributed = async (): Promise<Distributed | string> => {
  if (process.platform !== 'linux') return 'the processor time of other processes is read from /proc';
  const started = await startServers();
  const [missing] = started.missing;
  if (missing !== undefined) {
    await started.end();
    return `${missing[0]}: ${missing[1]}`;
  }
  const cluster = await startCluster({
    addresses: addressesOf(started),
    apis: 1,
    ingests: 1,
    settings: { MAILS_PER_MINUTE: '6000' },
  });
  const programs = [...cluster.apis, ...cluster.ingests];
  return {
    url: cluster.apis[0]?.url ?? '',
    doors: cluster.ingests[0]?.url ?? '',
    servers: [...started.running.values()].map(({ says }) => says),
    cpuSeconds: () => sumOf(programs, cpuSecondsOf),
    rssMb: () => sumOf(programs, rssMbOf),
    async stop() {
      await cluster.stop();
      await started.end();
    },
  };
};
