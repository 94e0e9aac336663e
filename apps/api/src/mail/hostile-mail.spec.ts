import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { silentLogger } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { apiConfig } from '../config.js';
import { openMail } from './mailer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagpost-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['an address', { to: 'ada@example.org\r\nBcc: all@example.org' }],
  ['an address with a name', { to: '"x\r\nBcc: all@example.org" <ada@example.org>' }],
  ['a subject', { subject: 'Your account\r\nBcc: all@example.org\r\n\r\n<script>' }],
  ['a subject of another line end', { subject: 'Your account\nBcc: all@example.org' }],
])('a mail gets no further header from %s', async (what, odd) => {
  const OUTBOX_DIR = join(folder, what);
  const send = openMail(apiConfig.parse({ OUTBOX_DIR }), {
    clock: { now: () => 0 },
    ids: systemIds,
    logger: silentLogger,
  });
  await send({ userId: 1, to: 'ada@example.org', subject: 'Your account', text: 'Hello', ...odd });
  const [file = ''] = await readdir(OUTBOX_DIR);
  const mail = await readFile(join(OUTBOX_DIR, file), 'utf8');
  const head = mail.slice(0, mail.indexOf('\n\n'));
  const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual([
    'Content-Transfer-Encoding',
    'Content-Type',
    'Date',
    'From',
    'MIME-Version',
    'Message-ID',
    'Subject',
    'To',
  ]);
});
