import type { Supervised } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import { encodeFrame } from '@flagpost/telemetry';
import type { ApiDependencies } from '../dependencies.js';
import { followProjectedEvents } from '../views/follow-projected-events.js';
import { createAnnouncer } from './announcer.js';
import { createGateway, type Gateway, type GatewayDependencies } from './gateway.js';
import type { LiveState } from './live-state.js';
import type { Reach } from './reach.js';
import { snapshotReader } from './snapshot-reader.js';

/** What viewers of live races are connected to. */
export interface LiveRoom {
  readonly gateway: Gateway;
  /** Announces what is recorded. */
  readonly announcing: Supervised;
  stop(): Promise<void>;
}

export type LiveRoomParts = Pick<GatewayDependencies, 'transport' | 'auth' | 'clubOf' | 'screens'> & {
  readonly projector: Pick<Projector, 'waitFor'>;
  readonly live: LiveState;
  readonly reach: Reach;
};

/** Puts the gateway together with what it sends: positions, the reach of cars, and recorded events once the views contain them. */
export const openLiveRoom = async (
  dependencies: ApiDependencies,
  { projector, live, reach, ...parts }: LiveRoomParts,
): Promise<LiveRoom> => {
  const gateway = createGateway({
    ...dependencies,
    ...parts,
    live,
    readSnapshot: snapshotReader(dependencies, live, reach),
    pack: encodeFrame,
  });
  reach.onChange((eventId, changed) => {
    if (gateway.watched(eventId))
      gateway.announce(eventId, {
        type: 'RACE_CONTROL',
        data: { eventId, action: 'reachChanged', reach: changed },
      });
  });
  reach.onKnown(gateway.refresh);
  const announcing = await followProjectedEvents(
    'socket',
    dependencies,
    projector,
    createAnnouncer(dependencies, gateway, live),
    gateway.refresh,
  );
  return {
    gateway,
    announcing,
    async stop() {
      await announcing.stop();
      gateway.stop();
    },
  };
};
