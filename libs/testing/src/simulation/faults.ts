import type { Cluster } from './cluster.js';
import type { World } from './world.js';

/** What is to go wrong in a run, besides what the network does on its own. */
export interface FaultPlan {
  /** How many faults, at most. */
  readonly atMost: number;
  /** They come within this time from now. */
  readonly withinMs: number;
  /** Servers that may be out. */
  readonly servers: readonly string[];
  /** Gives partitions other readers. */
  readonly rebalance: () => void;
}

/** Sleeps on both sides of what others bear: a session ends after 10 s. */
const SLEEPS_MS = [2_000, 12_000, 30_000];
const OUTAGES_MS = [500, 5_000, 20_000];
/** A crash comes at one of so many calls after its time: programs that do nothing end anyway. */
const CALLS_AHEAD = 12;

/** Lets programs of the cluster crash and sleep, servers be out and partitions change hands, as the seed has it. */
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
