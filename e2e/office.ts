import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder, silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { standaloneConfig, startStandalone } from '@flagpost/standalone';
import { expect } from '@playwright/test';
import { outboxOf, toldIn } from './outbox.js';

/** A Flagpost without races, whose clock can be put forward and whose mails can be read. */
export interface Office {
  readonly url: string;
  readonly dataDir: string;
  /** Puts the clock of the server forward. */
  pass(ms: number): void;
  /** The first mail to this address that nobody has read yet, once it is there: its lines after the head. */
  mailTo(address: string): Promise<string>;
  /** The code or password in the first mail to this address that has one and that nobody has read yet. */
  toldTo(address: string): Promise<string>;
  /** How many mails lie in the outbox. */
  mails(): Promise<number>;
  remove(): Promise<void>;
}

export const startOffice = async (environment: Record<string, string> = {}): Promise<Office> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flagpost-office-'));
  let aheadMs = 0;
  const standalone = await startStandalone({
    config: standaloneConfig.parse({
      PORT: '0',
      DATA_DIR: dataDir,
      TILE_URL: 'none',
      DEMO_RACE: '0',
      ...environment,
    }),
    folder: lockDataFolder(dataDir),
    clock: { now: () => systemClock.now() + aheadMs },
    scheduler: systemScheduler,
    ids: systemIds,
    logger: silentLogger,
  });
  const read = new Set<string>();
  /** Empty: there is none. */
  const unreadTo = async (address: string, holds = (_text: string) => true): Promise<string> => {
    const mail = (await outboxOf(dataDir)).find(
      ({ name, to, text }) => to === address && !read.has(name) && holds(text),
    );
    if (mail !== undefined) read.add(mail.name);
    return mail?.text ?? '';
  };
  return {
    url: standalone.url,
    dataDir,
    pass(ms) {
      aheadMs += ms;
    },
    async mailTo(address) {
      let text = '';
      await expect.poll(async () => (text = await unreadTo(address))).not.toBe('');
      return text;
    },
    async toldTo(address) {
      const tells = (mail: string): boolean => toldIn(mail) !== '';
      let text = '';
      await expect.poll(async () => (text = await unreadTo(address, tells))).not.toBe('');
      return toldIn(text);
    },
    mails: async () => (await outboxOf(dataDir)).length,
    async remove() {
      await standalone.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
