import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { FolderRefused, jsonLogger } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { apiConfig } from '../config.js';
import { openMail, type Mail } from './mailer.js';

const NOW = Date.UTC(2026, 5, 6, 12);
const clock = { now: () => NOW };
const mail: Mail = {
  userId: 13,
  to: 'ada@example.org',
  subject: 'Your code to restore the password',
  text: 'Your code: AB2C\n',
};

let folder: string;
let lines: string[];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'flagpost-')), 'outbox');
  lines = [];
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const open = (environment: Record<string, string>) =>
  openMail(apiConfig.parse(environment), {
    clock,
    ids: systemIds,
    logger: jsonLogger(clock, (line) => lines.push(line)),
  });

describe('mail without a mail server', () => {
  it('lies in the outbox, readable as it is, under the id of whom it concerns', async () => {
    const send = open({ OUTBOX_DIR: folder });
    await Promise.all([send(mail), send(mail)]);
    const files = await readdir(folder);
    expect(files).toHaveLength(2);
    for (const file of files) expect(file).toMatch(/^2026-06-06T12-00-00\.000Z-user-13-[\w-]+\.eml$/);
    const text = await readFile(join(folder, files[0] ?? ''), 'utf8');
    expect(text).toContain('To: ada@example.org\n');
    expect(text).toContain('Subject: Your code to restore the password\n');
    expect(text).toContain('Date: Sat, 06 Jun 2026 12:00:00 +0000\n');
    expect(text).toContain('\n\nYour code: AB2C\n');
  });

  it('is refused in one sentence if its folder cannot be made', async () => {
    await mkdir(folder);
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const attempt = (): unknown => open({ OUTBOX_DIR: join(file, 'outbox') });
    expect(attempt).toThrow(FolderRefused);
    expect(attempt).toThrow(
      /^The folder of mail .+ cannot be made: .+ OUTBOX_DIR, or a mail server by SMTP_URL\.$/,
    );
  });

  it('comes back when it was removed, but not the folder that it is in', async () => {
    const send = open({ OUTBOX_DIR: folder });
    await rm(folder, { recursive: true });
    await send(mail);
    expect(await readdir(folder)).toHaveLength(1);
    const parent = join(folder, '..');
    await rename(parent, `${parent} elsewhere`);
    await expect(send(mail)).rejects.toThrow('ENOENT');
    await rename(`${parent} elsewhere`, parent);
    await send(mail);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('is said to in the log', () => {
    open({ OUTBOX_DIR: folder });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([expect.objectContaining({ folder })]);
  });
});

describe('mail over SMTP', () => {
  const received: { from: string; to: string[]; text: string }[] = [];
  let server: SMTPServer;
  let refusing: boolean;
  beforeEach(async () => {
    received.length = 0;
    refusing = false;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, answer) => answer(refusing ? new Error('unknown here') : null),
      onData(stream, { envelope }, answer) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = envelope;
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString(),
          });
          answer();
        });
      },
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const url = (): string => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

  it('is taken over before it counts as sent', async () => {
    await open({ SMTP_URL: url(), MAIL_FROM: 'Race office <office@club.example>' })(mail);
    expect(received).toEqual([
      { from: 'office@club.example', to: ['ada@example.org'], text: expect.stringContaining('AB2C') },
    ]);
    expect(lines).toEqual([]);
  });

  it('fails where the server refuses it, or is not there', async () => {
    refusing = true;
    const send = open({ SMTP_URL: url() });
    await expect(send(mail)).rejects.toMatchObject({ code: 'EENVELOPE' });
    await expect(open({ SMTP_URL: 'smtp://127.0.0.1:1' })(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
  });
});

it('takes addresses of mail servers alone', () => {
  expect(apiConfig.safeParse({ SMTP_URL: 'http://mail.example' }).success).toBe(false);
  expect(apiConfig.safeParse({ MAIL_FROM: 'nobody' }).success).toBe(false);
});
