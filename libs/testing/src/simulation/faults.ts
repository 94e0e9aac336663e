import type { Cluster } from './cluster.js';
import type { World } from './world.js';

/** The faults of a run, besides those of the network. */
export interface FaultPlan {
  /** How many faults, at most. */
  readonly atMost: number;
  /** They come within this time from now. */
  readonly withinMs: number;
  /** Servers that may be down. */
  readonly servers: readonly string[];
  /** Reassigns the partitions. */
  readonly rebalance: () => void;
}

/** Pauses shorter and longer than the session timeout of 10 s. */
const SLEEPS_MS = [2_000, 12_000, 30_000];
const OUTAGES_MS = [500, 5_000, 20_000];
/** A crash comes at one of so many calls after its time: programs that do nothing end anyway. */
const CALLS_AHEAD = 12;

/** Crashes and pauses programs, stops servers and reassigns partitions, as the seed determines. */
export const planFaults = <P>(world: World, cluster: Cluster<P>, plan: FaultPlan): void => {
  const { random } = world;
  const crash = (name: string): void =>
    cluster.process(name)?.crashAtCall(random.between(1, CALLS_AHEAD), random.pick(['before', 'after']));
  const faults: Record<string, (() => void) | undefined> = {
    crash: () => crash(random.pick(cluster.names)),
    'crash of all': () => cluster.names.forEach((name) => cluster.process(name)?.crash()),
    sleep: () => cluster.process(random.pick(cluster.names))?.sleep(random.pick(SLEEPS_MS)),
    rebalance: plan.rebalance,
    ...(plan.servers.length === 0
      ? {}
      : { outage: () => cluster.outage(random.pick(plan.servers), random.pick(OUTAGES_MS)) }),
  };
  const kinds = [
    'crash',
    'crash',
    'crash',
    'sleep',
    'sleep',
    'rebalance',
    'rebalance',
    'outage',
    'crash of all',
  ];
  for (let left = random.between(0, plan.atMost); left > 0; left -= 1) {
    const kind = random.pick(kinds);
    world.after(random.between(0, plan.withinMs), `fault: ${kind}`, () => faults[kind]?.());
  }
};
