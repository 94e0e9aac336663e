import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder, silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { standaloneConfig, startStandalone } from '@flagpost/standalone';
import { expect } from '@playwright/test';

/** A Flagpost without races, whose clock can be put forward and whose mails can be read. */
export interface Office {
  readonly url: string;
  readonly dataDir: string;
  /** Puts the clock of the server forward. */
  pass(ms: number): void;
  /** The first mail to this address that nobody has read yet, once it is there: its lines after the head. */
  mailTo(address: string): Promise<string>;
  /** How many mails lie in the outbox. */
  mails(): Promise<number>;
  remove(): Promise<void>;
}

const readMail = async (path: string): Promise<{ to: string | undefined; text: string }> => {
  const mail = await readFile(path, 'utf8');
  const end = mail.indexOf('\n\n');
  return { to: /^To: (.+)$/m.exec(mail.slice(0, end))?.[1], text: mail.slice(end) };
};

export const startOffice = async (environment: Record<string, string> = {}): Promise<Office> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flagpost-office-'));
  let aheadMs = 0;
  const standalone = await startStandalone({
    config: standaloneConfig.parse({ PORT: '0', DATA_DIR: dataDir, TILE_URL: 'none', ...environment }),
    folder: lockDataFolder(dataDir),
    clock: { now: () => systemClock.now() + aheadMs },
    scheduler: systemScheduler,
    ids: systemIds,
    logger: silentLogger,
    driveDemo: () => ({ stop: () => Promise.resolve() }),
  });
  const outbox = join(dataDir, 'outbox');
  const read = new Set<string>();
  const names = async (): Promise<string[]> => (await readdir(outbox).catch(() => [])).toSorted();
  /** Empty: there is none. */
  const unreadTo = async (address: string): Promise<string> => {
    for (const name of await names()) {
      const { to, text } = await readMail(join(outbox, name));
      if (read.has(name) || to !== address) continue;
      read.add(name);
      return text;
    }
    return '';
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
    mails: async () => (await names()).length,
    async remove() {
      await standalone.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Where a mail says `Your code: AB2C`, what it says. */
export const toldIn = (text: string): string => /^Your .+: (\S+)$/m.exec(text)?.[1] ?? '';
