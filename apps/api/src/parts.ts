import type { EventStore } from '@flagpost/event-sourcing';
import type { Topics } from '@flagpost/messaging';
import type { Metrics, Tracing } from '@flagpost/observability';
import type { Clock, Health, Ids, Logger, Scheduler } from '@flagpost/platform';
import type { ReadModels } from '@flagpost/read-models';
import type { Records } from '@flagpost/records';
import type { ApiConfig } from './config.js';
import type { SendMail } from './mail/mailer.js';

/** What the api runs on; a composition root or a spec's harness brings it, and closes it. */
export interface ApiParts {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly records: Records;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly health: Health;
  /** Left out where nobody measures. */
  readonly metrics?: Metrics | undefined;
  /** Left out where nobody collects traces. */
  readonly tracing?: Tracing | undefined;
  readonly config: ApiConfig;
  /** Left out: as the configuration says. */
  readonly sendMail?: SendMail | undefined;
  /**
   * Other api processes work on the same parts: with views of their own, in memory, or with these views. Left out where
   * this process is alone.
   */
  readonly others?: 'ownViews' | 'sharedViews' | undefined;
}

/** Injection token of the `ApiParts`. */
export const PARTS = Symbol('ApiParts');
