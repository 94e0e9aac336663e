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
import type { ApiParts } from '../parts.js';
import type { Duty } from './duties.js';

/** The views of all api processes, written by one of them at a time. */
export interface SharedViews {
  /** Waits for the views, whoever writes them. */
  readonly projector: Projector;
  /** Writing them. */
  readonly duty: Duty;
}

export type SharedViewsParts = ProjectorOptions & Pick<ApiParts, 'clock'>;

const LOOK_EVERY_MS = 50;
/**
 * A view that stood still for so long, while somebody waited for it, is taken for halted: longer than it takes until
 * another process projects in the place of one that died.
 */
const STANDS_STILL_MS = 20_000;
/** One look at who projects now. */
const LONGEST_WAIT_MS = 5_000;

interface Seen {
  readonly projection: Projection;
  position: Position | null;
  /** Since when somebody waits for it to move on, epoch ms; null while nobody does. */
  behindSince: number | null;
}

/** How far the checkpoints say that the views have got. They are asked while somebody waits, and at no other time. */
const followCheckpoints = ({ readModels, projections, clock, scheduler, logger }: SharedViewsParts) => {
  const all = projections.map((projection): Seen => ({ projection, position: null, behindSince: null }));
  const passed = ({ position: at }: Seen, position: Position): boolean => at !== null && at >= position;
  let looking: Promise<void> | null = null;

  const ask = async (seen: Seen, wanted: Position): Promise<void> => {
    const { name, version } = seen.projection;
    const checkpoint = await readModels.checkpoint(name);
    const position = checkpoint?.version === version ? checkpoint.position : null;
    if (position !== seen.position) Object.assign(seen, { position, behindSince: null });
    else if (!passed(seen, wanted)) seen.behindSince ??= clock.now();
  };
  /** At all of them: views that have passed it may have been dropped since. */
  const look = (wanted: Position): Promise<void> =>
    (looking ??= Promise.all(all.map((seen) => ask(seen, wanted)))
      .then(() => undefined)
      .catch((error: unknown) => {
        for (const seen of all) seen.behindSince = null;
        logger.warn('checkpoints of the views cannot be read', { error });
      })
      .finally(() => (looking = null)));

  const standsStill = ({ behindSince }: Seen): boolean =>
    behindSince !== null && clock.now() - behindSince >= STANDS_STILL_MS;

  return {
    all,
    hasHalted: (position: Position): boolean =>
      all.some((seen) => !passed(seen, position) && standsStill(seen)),
    async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
      const until = clock.now() + timeoutMs;
      for (;;) {
        await look(position);
        const behind = all.filter((seen) => !passed(seen, position));
        if (behind.length === 0) return true;
        if (clock.now() >= until || behind.some(standsStill)) return false;
        await sleep(scheduler, LOOK_EVERY_MS);
      }
    },
  };
};

/** Views in a store that other processes read and, one at a time, write. */
export const shareViews = (parts: SharedViewsParts): SharedViews => {
  const { store, clock } = parts;
  const checkpoints = followCheckpoints(parts);
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
      // Where this process began or ceased to project meanwhile, others have to say.
      if ((local ?? checkpoints) === asked && asked.hasHalted(position)) return false;
    }
  };

  const health = async (): Promise<Readonly<Record<string, ProjectionHealth>>> => {
    if (local !== null) return local.health();
    const entries = checkpoints.all.map(async (seen) => {
      const checkpoint = await parts.readModels.checkpoint(seen.projection.name);
      const state = { projection: seen.projection, position: checkpoint?.position ?? null, halted: null };
      return [seen.projection.name, await projectionHealth(parts, state)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };

  const lags = async (): Promise<Readonly<Record<string, number>>> => {
    if (local !== null) return local.lags();
    const states = checkpoints.all.map(async ({ projection }) => {
      const checkpoint = await parts.readModels.checkpoint(projection.name);
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
    duty: {
      name: 'projections',
      async begin() {
        const projecting = (local = await startProjections(parts));
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
