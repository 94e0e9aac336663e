/** Topics in a Kafka that may be shared: with unique names, and deleted afterwards. */
import { silentLogger, type Logger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { until } from '@flagpost/testing';
import { kafkaOptions } from '@flagpost/testing/servers';
import { Kafka, type Admin } from 'kafkajs';
import { openTopics, topicsConfig } from '../open.js';
import type { Topics } from '../port.js';

export interface OwnTopics {
  readonly prefix: string;
  /** Opens the same topics, for the first time or again. */
  open(): Promise<Topics>;
  /** Queries the brokers directly. */
  asAdmin<T>(question: (admin: Admin) => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

/** @param environment The settings by which programs reach the broker. */
export const ownTopics = (
  environment: Readonly<Record<string, string>>,
  logger: Logger = silentLogger,
): OwnTopics => {
  const prefix = `test.${systemIds.uuid()}.`;
  const config = topicsConfig.parse({ ...environment, TOPICS: 'kafka', KAFKA_PREFIX: prefix });
  const machine = { clock: systemClock, scheduler: systemScheduler, ids: systemIds, logger };
  const asAdmin = async <T>(question: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = new Kafka(kafkaOptions(environment)).admin();
    await admin.connect();
    try {
      return await question(admin);
    } finally {
      await admin.disconnect();
    }
  };
  return {
    prefix,
    open: () => openTopics(config, { ...machine, path: '' }),
    asAdmin,
    dispose: () =>
      asAdmin(async (admin) => {
        const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
        if (topics.length > 0) await admin.deleteTopics({ topics });
        // A group that a broker lost while it was away is deleted once its members have timed out there.
        const deleteOwn = async (): Promise<true> => {
          const { groups } = await admin.listGroups();
          const own = groups.map(({ groupId }) => groupId).filter((groupId) => groupId.startsWith(prefix));
          if (own.length > 0) await admin.deleteGroups(own);
          return true;
        };
        await until('the groups to be deleted', deleteOwn, { deadlineMs: 60_000, everyMs: 500 });
      }),
  };
};
