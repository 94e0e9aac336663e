import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makeFolder, type Clock, type Ids, type Logger } from '@flagpost/platform';
import type { ApiConfig } from '../config.js';

/** What is mailed to one person, as plain text. */
export interface Mail {
  /** Whom it concerns: by it their mails are found in the outbox. */
  readonly userId: number;
  /** Whom it names beside them. */
  readonly names?: readonly number[];
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Resolves once the mail server has taken the mail over, or it lies in the outbox. @throws where neither can be done. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Injection token of the `SendMail`. */
export const SEND_MAIL = Symbol('SendMail');

export const DEFAULT_OUTBOX = 'data/outbox';
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * Mail by the SMTP server that the configuration names, or into a folder where it names none.
 *
 * @throws {FolderRefused} if that folder cannot be made or written.
 */
export const openMail = (
  { SMTP_URL, MAIL_FROM, OUTBOX_DIR = DEFAULT_OUTBOX }: ApiConfig,
  parts: { readonly clock: Clock; readonly ids: Ids; readonly logger: Logger },
): SendMail => {
  if (SMTP_URL !== undefined) return bySmtp(SMTP_URL, MAIL_FROM);
  parts.logger.info('no SMTP_URL is set: mail is written to files', { folder: OUTBOX_DIR });
  return intoFolder(OUTBOX_DIR, MAIL_FROM, parts);
};

/** At most once: what fails is for the caller to send again. A server that offers TLS is spoken to over TLS. */
const bySmtp = (url: string, from: string): SendMail => {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to, subject, text });
  };
};

/** One `.eml` file each, which any mail program and any editor opens; readable by this user of the machine alone. */
const intoFolder = (folder: string, from: string, { clock, ids }: { clock: Clock; ids: Ids }): SendMail => {
  makeFolder({
    path: folder,
    what: 'The folder of mail',
    setting: 'OUTBOX_DIR, or a mail server by SMTP_URL',
  });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async ({ userId, names = [], to, subject, text }) => {
    const now = new Date(clock.now());
    const { message } = await composer.sendMail({ from, to, subject, text, date: now });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const about = [userId, ...names].map((id) => `user-${id}`).join('-');
    const name = `${now.toISOString().replaceAll(':', '-')}-${about}-${ids.uuid()}.eml`;
    await writeFile(join(folder, name), message as Buffer, { mode: 0o600, flag: 'wx' });
  };
};
