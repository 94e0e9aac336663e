import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TOPICS, TOPIC_DEFINITIONS } from '@flagpost/contracts';
import type { Handle } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import { withSignal } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import { HANDLE, PROJECTOR } from '../dispatch/command.handler.js';
import { SINGLETON_JOBS, type SingletonJobs } from '../instances/singleton-jobs.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { FACTS_GROUP } from '../stored-names.js';
import { consumeRaceFacts, type RaceFactsConsumer } from './race-facts.consumer.js';
import { RaceControlController } from './race-control.controller.js';
import { publishRaceOrders } from './race-orders.publisher.js';
import { RacePicturesController } from './race-pictures.controller.js';
import { publishRaceSetups } from './race-setup.publisher.js';
import { TimersController } from './timers.controller.js';

/** What the api publishes for telemetry-ingest, by the job that does so. */
const PUBLISHED = { 'race setup': publishRaceSetups, 'race orders': publishRaceOrders };

/** Flags, SOS, laps and timers: commands of race control, facts stated by the race engine, the engine's setup, and the orders of cars. */
@Module({ controllers: [RaceControlController, RacePicturesController, TimersController] })
export class RaceControlModule implements OnApplicationBootstrap, OnModuleDestroy {
  private facts: RaceFactsConsumer | null = null;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(HANDLE) private readonly handle: Handle,
    @Inject(PROJECTOR) private readonly projector: Projector,
    @Inject(SINGLETON_JOBS) private readonly jobs: SingletonJobs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { topics, health, metrics } = this.dependencies;
    await topics.define(TOPIC_DEFINITIONS);
    for (const [name, publish] of Object.entries(PUBLISHED)) {
      const job = await this.jobs.add({
        name,
        begin: async (_isLeader, signal) => {
          // The views must be complete before the topic is compared with them.
          await withSignal(signal, this.projector.caughtUp());
          return publish(this.dependencies, this.projector);
        },
      });
      health.register(name, () => ({ ok: job.failure() === null, details: { failure: job.failure() } }));
    }
    const facts = (this.facts = consumeRaceFacts(this.dependencies, this.handle, this.projector));
    const lag = async (): Promise<number> => (await topics.lag(TOPICS.facts, FACTS_GROUP)).messages;
    health.register('race facts', async () => ({
      ok: facts.failure() === null,
      details: { failure: facts.failure(), lagMessages: await lag(), skipped: facts.skipped() },
    }));
    metrics?.figure(METRICS.consumerLag, async () => ({ [TOPICS.facts]: await lag() }));
    metrics?.figure(METRICS.skippedFacts, () => facts.skipped());
  }

  async onModuleDestroy(): Promise<void> {
    await this.facts?.stop();
  }
}
