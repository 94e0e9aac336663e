import type { Position } from '@flagpost/event-sourcing';
import { sleep } from '@flagpost/platform';
import {
  projectionHealth,
  projectionLags,
  startProjections,
  type LocalProjector,
  type Projection,
  type ProjectionHealth,
  type Projector,
  type ProjectorOptions,
} from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import type { SingletonJob } from './singleton-jobs.js';

/** Views that all api processes read, and one of them at a time writes. */
export interface SharedViews {
  /** Waits for the views, whichever process writes them. */
  readonly projector: Projector;
  /** Writes the views. */
  readonly job: SingletonJob;
}

export type SharedViewsDependencies = ProjectorOptions & Pick<ApiDependencies, 'clock'>;

const POLL_MS = 50;
/**
 * A view that makes no progress for this long while a caller waits for it counts as halted. Longer than a failover to
 * another process takes.
 */
const STALLED_AFTER_MS = 20_000;
/** After this long a wait checks again whether this process or another one projects. */
const LONGEST_WAIT_MS = 5_000;

interface Progress {
  readonly projection: Projection;
  position: Position | null;
  /** Since when a caller has waited without progress, epoch ms; null if none waits. */
  behindSince: number | null;
}

/** The progress of the views by their checkpoints, which are read only while a caller waits. */
const followCheckpoints = ({
  readModels,
  projections,
  clock,
  scheduler,
  logger,
}: SharedViewsDependencies) => {
  const all = projections.map((projection): Progress => ({ projection, position: null, behindSince: null }));
  const passed = ({ position: at }: Progress, position: Position): boolean => at !== null && at >= position;
  let looking: Promise<void> | null = null;

  const ask = async (seen: Progress, wanted: Position): Promise<void> => {
    const { name, version } = seen.projection;
    const checkpoint = await readModels.checkpoint(name);
    const position = checkpoint?.version === version ? checkpoint.position : null;
    if (position !== seen.position) Object.assign(seen, { position, behindSince: null });
    else if (!passed(seen, wanted)) seen.behindSince ??= clock.now();
  };
  /** Reads all checkpoints: views that had passed the position may have been dropped since. */
  const look = (wanted: Position): Promise<void> =>
    (looking ??= Promise.all(all.map((seen) => ask(seen, wanted)))
      .then(() => undefined)
      .catch((error: unknown) => {
        for (const seen of all) seen.behindSince = null;
        logger.warn('checkpoints of the views cannot be read', { error });
      })
      .finally(() => (looking = null)));

  const hasStalled = ({ behindSince }: Progress): boolean =>
    behindSince !== null && clock.now() - behindSince >= STALLED_AFTER_MS;

  return {
    all,
    hasHalted: (position: Position): boolean =>
      all.some((seen) => !passed(seen, position) && hasStalled(seen)),
    async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
      const until = clock.now() + timeoutMs;
      for (;;) {
        await look(position);
        const behind = all.filter((seen) => !passed(seen, position));
        if (behind.length === 0) return true;
        if (clock.now() >= until || behind.some(hasStalled)) return false;
        await sleep(scheduler, POLL_MS);
      }
    },
  };
};

export const shareViews = (dependencies: SharedViewsDependencies): SharedViews => {
  const { store, clock } = dependencies;
  const checkpoints = followCheckpoints(dependencies);
  let local: LocalProjector | null = null;
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const waitFor = async (position: Position, timeoutMs: number): Promise<boolean> => {
    const until = clock.now() + timeoutMs;
    for (;;) {
      const asked = local ?? checkpoints;
      const leftMs = Math.min(Math.max(0, until - clock.now()), LONGEST_WAIT_MS);
      if (await asked.waitFor(position, leftMs)) return true;
      if (isStopped() || clock.now() >= until) return false;
      // If this process became or ceased to be the projecting one meanwhile, the other source decides.
      if ((local ?? checkpoints) === asked && asked.hasHalted(position)) return false;
    }
  };

  const health = async (): Promise<Readonly<Record<string, ProjectionHealth>>> => {
    if (local !== null) return local.health();
    const entries = checkpoints.all.map(async (seen) => {
      const checkpoint = await dependencies.readModels.checkpoint(seen.projection.name);
      const state = { projection: seen.projection, position: checkpoint?.position ?? null, halted: null };
      return [seen.projection.name, await projectionHealth(dependencies, state)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };

  const lags = async (): Promise<Readonly<Record<string, number>>> => {
    if (local !== null) return local.lags();
    const states = checkpoints.all.map(async ({ projection }) => {
      const checkpoint = await dependencies.readModels.checkpoint(projection.name);
      return { projection, position: checkpoint?.position ?? null };
    });
    return projectionLags(store, await Promise.all(states));
  };

  return {
    projector: {
      waitFor,
      async caughtUp() {
        const head = await store.head();
        return head === null || waitFor(head, Infinity);
      },
      health,
      lags,
      async stop() {
        stopped = true;
      },
    },
    job: {
      name: 'projections',
      async begin(isLeader) {
        const projecting = (local = await startProjections({ ...dependencies, isOwner: isLeader }));
        return {
          failure: () => null,
          async stop() {
            if (local === projecting) local = null;
            await projecting.stop();
          },
        };
      },
    },
  };
};
