import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail that an embedded Flagpost wrote to a file, as it has no server to send it by. */
export interface OutboxMail {
  readonly name: string;
  readonly to: string | undefined;
  /** Its lines after the head. */
  readonly text: string;
}

/** Quoted-printable, as nodemailer encodes non-ASCII text: bytes as =C3, and a = at the end of a continued line. */
const unquoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16))),
    'latin1',
  ).toString('utf8');

/** The mails in the outbox, the oldest first. */
export const outboxOf = async (dataDir: string): Promise<readonly OutboxMail[]> => {
  const folder = join(dataDir, 'outbox');
  // A mail that is being written has another name until it is whole.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const mail = await readFile(join(folder, name), 'utf8');
      const end = mail.indexOf('\n\n');
      const [head, body] = [mail.slice(0, end), mail.slice(end)];
      const isQuoted = /^Content-Transfer-Encoding: quoted-printable$/m.test(head);
      return { name, to: /^To: (.+)$/m.exec(head)?.[1], text: isQuoted ? unquoted(body) : body };
    }),
  );
};

/** The code in a mail with a line `Your code: AB2C`. */
export const toldIn = (text: string): string => /^Your .+: (\S+)$/m.exec(text)?.[1] ?? '';
