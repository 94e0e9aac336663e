import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { TOPIC_DEFINITIONS, TOPICS } from '@flagpost/contracts';
import { ageOf, METRICS } from '@flagpost/observability';
import type { Projector } from '@flagpost/read-models';
import { PROJECTOR } from '../dispatch/command.handler.js';
import { eventExists } from '../views/event-exists.js';
import { eventReads } from '../views/events.projection.js';
import { AccessTokens } from '../access/access-tokens.js';
import { EndedSessions } from '../access/ended-sessions.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { CheckController } from './check.controller.js';
import type { Gateway } from './gateway.js';
import { LiveNowController } from './live-now.controller.js';
import { openLiveRoom, type LiveRoom } from './live-room.js';
import { LIVE_STATE, followLive, type LiveState } from './live-state.js';
import { PositionsController } from './positions.controller.js';
import { followReach, REACH, type Reach } from './reach.js';
import { createScreenLog, type ScreenLog } from './screen-log.js';
import { createSocketServer, type SocketServer } from './socket-server.js';
import { accessTokenAuth } from './access-token-auth.js';

const liveState = {
  provide: LIVE_STATE,
  inject: [DEPENDENCIES],
  useFactory: async (dependencies: ApiDependencies): Promise<LiveState> => {
    await dependencies.topics.define(TOPIC_DEFINITIONS);
    return followLive(dependencies.topics, dependencies);
  },
};

const reach = {
  provide: REACH,
  inject: [DEPENDENCIES],
  useFactory: async (dependencies: ApiDependencies): Promise<Reach> => {
    await dependencies.topics.define(TOPIC_DEFINITIONS);
    return followReach(dependencies.topics, dependencies);
  },
};

/** The live race: positions by HTTP, everything by socket. */
@Module({
  controllers: [CheckController, LiveNowController, PositionsController],
  providers: [liveState, reach],
})
export class LiveModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sockets: SocketServer;
  private readonly screens: ScreenLog;
  private room: LiveRoom | null = null;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(PROJECTOR) private readonly projector: Projector,
    @Inject(LIVE_STATE) private readonly live: LiveState,
    @Inject(REACH) private readonly reach: Reach,
    private readonly tokens: AccessTokens,
    private readonly ended: EndedSessions,
    private readonly host: HttpAdapterHost,
  ) {
    this.sockets = createSocketServer(dependencies.logger);
    this.screens = createScreenLog({
      ...dependencies,
      sightings: dependencies.records.sightings,
      exists: (eventId) => eventExists(dependencies.store, eventId),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { dependencies, projector, live, reach, sockets } = this;
    const room = (this.room = await openLiveRoom(dependencies, {
      projector,
      live,
      reach,
      transport: sockets,
      auth: accessTokenAuth(this.tokens, dependencies),
      clubOf: async (eventId) => (await eventReads(dependencies.readModels).get(eventId))?.clubId ?? null,
      screens: this.screens,
    }));
    const { gateway } = room;
    this.ended.subscribe((sessionId) => gateway.endSession(sessionId));
    sockets.attach(this.host.httpAdapter.getHttpServer() as Server, gateway);
    this.registerHealth(room);
    this.registerMetrics(gateway);
  }

  async onModuleDestroy(): Promise<void> {
    await this.room?.stop();
    await this.screens.stop();
    this.sockets.close();
    await this.live.stop();
    await this.reach.stop();
  }

  private registerMetrics(gateway: Gateway): void {
    const { live, sockets } = this;
    const { metrics, clock } = this.dependencies;
    metrics?.figure(METRICS.viewers, () => gateway.figures().viewers);
    metrics?.figure(METRICS.rooms, () => gateway.figures().rooms);
    metrics?.figure(METRICS.messages, () => sockets.figures().messages);
    metrics?.figure(METRICS.sentBytes, () => sockets.figures().sentBytes);
    metrics?.figure(METRICS.droppedViewers, () => sockets.figures().dropped);
    metrics?.figure(METRICS.newestFixAge, () => ageOf('gateway', live.newestPositionAt(), clock));
    metrics?.figure(METRICS.deadLetters, () => ({ [TOPICS.live]: live.undecodable() }));
  }

  private registerHealth({ gateway, announcing }: LiveRoom): void {
    const { dependencies, live } = this;
    dependencies.health.register('live', () => {
      const newestAt = live.newestPositionAt();
      return {
        ok: live.failure() === null,
        details: {
          failure: live.failure(),
          newestPositionAgeMs: newestAt === null ? null : dependencies.clock.now() - newestAt,
          undecodableFrames: live.undecodable(),
        },
      };
    });
    dependencies.health.register('reach', () => ({
      ok: this.reach.failure() === null,
      details: { failure: this.reach.failure() },
    }));
    dependencies.health.register('sockets', () => {
      const failure = announcing.failure();
      return { ok: failure === null, details: { failure, ...gateway.figures() } };
    });
  }
}
