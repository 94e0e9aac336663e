import type { Network, Process } from './process.js';
import { createProcess } from './process.js';
import type { World } from './world.js';

/** The programs of a run, each started again some time after it ended, as by a supervisor. */
export interface Cluster<Program> {
  /** Keeps a program running under this name. If `start` rejects, the process ends and is started again. */
  keep(name: string, start: (process: Process) => Promise<Program>): void;
  readonly names: readonly string[];
  /** Null while it is down or starting. */
  program(name: string): { readonly process: Process; readonly program: Program } | null;
  /** The run of it that is there now, null while it is down. */
  process(name: string): Process | null;
  /** From now on nothing is lost on the way and no server is out. */
  calm(): void;
  /** A server answers nobody for so long. */
  outage(server: string, ms: number): void;
  readonly network: Network;
}

export const createCluster = <Program>(world: World, lostShare: number): Cluster<Program> => {
  const slots = new Map<string, { process: Process | null; program: Program | null }>();
  const outUntil = new Map<string, number>();
  let isCalm = false;
  const network: Network = {
    isOut(server) {
      if (outUntil.size === 0) return false;
      const [name = ''] = server.split('.');
      return world.now() < (outUntil.get(name) ?? 0);
    },
    get lostShare() {
      return isCalm ? 0 : lostShare;
    },
    get isCalm() {
      return isCalm;
    },
  };

  return {
    network,
    get names() {
      return [...slots.keys()];
    },
    keep(name, start) {
      const slot: { process: Process | null; program: Program | null } = { process: null, program: null };
      slots.set(name, slot);
      let runs = 0;
      const launch = (): void => {
        const process = createProcess(world, network, `${name}#${++runs}`);
        slot.process = process;
        process.onEnd(() => {
          slot.process = slot.program = null;
          world.after(world.random.between(200, 4_000), `${name} starts`, launch);
        });
        start(process).then(
          (program) => {
            if (!process.hasEnded()) slot.program = program;
          },
          (error: unknown) => {
            world.note(`${process.name} cannot start: ${String(error)}`);
            process.crash();
          },
        );
      };
      launch();
    },
    program(name) {
      const slot = slots.get(name);
      return slot?.process && slot.program ? { process: slot.process, program: slot.program } : null;
    },
    process: (name) => slots.get(name)?.process ?? null,
    calm() {
      isCalm = true;
      outUntil.clear();
      for (const { process } of slots.values()) process?.crashAtCall(Infinity, 'before');
    },
    outage(server, ms) {
      world.note(`${server} is out for ${ms} ms`);
      outUntil.set(server, world.now() + ms);
    },
  };
};
