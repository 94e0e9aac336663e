import type { EventStore } from '@flagpost/event-sourcing';
import type { Topics } from '@flagpost/messaging';
import type { Metrics, Tracing } from '@flagpost/observability';
import type { Clock, Health, Ids, Logger, Scheduler } from '@flagpost/platform';
import type { EventIndex, ReadModels } from '@flagpost/read-models';
import type { Records } from '@flagpost/records';
import type { FoldPast } from './audit/fold-past.js';
import type { ApiConfig } from './config.js';
import type { SendMail } from './mail/mailer.js';

/** The dependencies of the api. The composition root, or a spec's harness, creates and closes them. */
export interface ApiDependencies {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  /** Where the events of the log are found by who recorded them, and by what they are about. */
  readonly eventIndex: EventIndex;
  /** Folds what was then. Omitted: in this thread. */
  readonly foldPast?: FoldPast | undefined;
  readonly records: Records;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly health: Health;
  /** Omitted if metrics are off. */
  readonly metrics?: Metrics | undefined;
  /** Omitted if tracing is off. */
  readonly tracing?: Tracing | undefined;
  readonly config: ApiConfig;
  /** Omitted: the mailer that the configuration selects. */
  readonly sendMail?: SendMail | undefined;
  /**
   * How other api processes share these stores: each with its own views, in memory, or all with the same views. Omitted for
   * a single process.
   */
  readonly topology?: 'ownViews' | 'sharedViews' | undefined;
}

/** Injection token of the `ApiDependencies`. */
export const DEPENDENCIES = Symbol('ApiDependencies');
