import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail that an embedded Flagpost wrote to a file, as it has no server to send it by. */
export interface OutboxMail {
  readonly name: string;
  readonly to: string | undefined;
  /** Its lines after the head. */
  readonly text: string;
}

/** What lies in the outbox, the oldest first. */
export const outboxOf = async (dataDir: string): Promise<readonly OutboxMail[]> => {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const mail = await readFile(join(folder, name), 'utf8');
      const end = mail.indexOf('\n\n');
      return { name, to: /^To: (.+)$/m.exec(mail.slice(0, end))?.[1], text: mail.slice(end) };
    }),
  );
};

/** Where a mail says `Your code: AB2C`, what it says. */
export const toldIn = (text: string): string => /^Your .+: (\S+)$/m.exec(text)?.[1] ?? '';
