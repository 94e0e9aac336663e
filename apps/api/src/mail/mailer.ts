import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import { makeFolder, errorCode, type Clock, type Ids, type Logger } from '@flagpost/platform';
import type { ApiConfig } from '../config.js';

/** A mail to one person, as plain text. */
export interface Mail {
  /** The person it concerns: the mails of a person are found in the outbox by it. */
  readonly userId: number;
  /** Other persons named in it. */
  readonly names?: readonly number[];
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Names the mail for good: it becomes the Message-ID, by which a receiver knows a repetition. Left out: a new one. */
  readonly id?: string;
  /** Called once nothing but the text is left to be handed over. If it rejects, nothing was sent. */
  readonly beforeText?: () => Promise<void>;
}

/** Resolves once the mail server has taken the mail over, or it is in the outbox. @throws if both fail. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Injection token of the `SendMail`. */
export const SEND_MAIL = Symbol('SendMail');

export const DEFAULT_OUTBOX = 'data/outbox';
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * Mail by the configured SMTP server, or into a folder if none is configured.
 *
 * @throws {FolderRefused} if that folder cannot be made or written.
 */
export const openMail = (
  { SMTP_URL, SMTP_TLS, MAIL_FROM, OUTBOX_DIR = DEFAULT_OUTBOX }: ApiConfig,
  dependencies: { readonly clock: Clock; readonly ids: Ids; readonly logger: Logger },
): SendMail => {
  if (SMTP_URL !== undefined) return bySmtp(SMTP_URL, SMTP_TLS, MAIL_FROM);
  dependencies.logger.info('no SMTP_URL is set: mail is written to files', { folder: OUTBOX_DIR });
  return intoFolder(OUTBOX_DIR, MAIL_FROM, dependencies);
};

const messageIdOf = (id: string | undefined, from: string): string | undefined =>
  id === undefined ? undefined : `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`;

/** A sign-in without TLS exposes the password to eavesdroppers, and to an impostor of the server. */
const needsTls = (url: string, setting: ApiConfig['SMTP_TLS']): boolean =>
  setting === 'required' || (setting === undefined && new URL(url).password !== '');

/** Hands the text over only after `beforeText`: the server asks for it once it has taken sender and address. */
const callBeforeText = (transport: Transporter): void => {
  transport.use('stream', (mail, done) => {
    const { beforeText } = mail.data as Partial<Mail>;
    mail.message.processFunc((text: Readable) => {
      if (beforeText === undefined) return text;
      return Readable.from(
        (async function* () {
          await beforeText();
          yield* text;
        })(),
        { objectMode: false },
      );
    });
    done();
  });
};

/**
 * At most once: the caller retries failures. A server that offers TLS is spoken to over TLS. One connection for each
 * mail: a pool would resend by itself a mail that was under way when a connection broke.
 */
const bySmtp = (url: string, tls: ApiConfig['SMTP_TLS'], from: string): SendMail => {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url, tls),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
  callBeforeText(transport);
  return async ({ to, subject, text, id, beforeText }) => {
    const messageId = messageIdOf(id, from);
    const mail = { from, to, subject, text, ...(messageId === undefined ? {} : { messageId }), beforeText };
    await transport.sendMail(mail);
  };
};

/** One `.eml` file each, whole once it has this ending, which any mail program and any editor opens; readable by this user of the machine alone. */
const intoFolder = (folder: string, from: string, { clock, ids }: { clock: Clock; ids: Ids }): SendMail => {
  makeFolder({
    path: folder,
    what: 'The folder of mail',
    setting: 'OUTBOX_DIR, or a mail server by SMTP_URL',
  });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async ({ userId, names = [], to, subject, text, id, beforeText }) => {
    const now = new Date(clock.now());
    const messageId = messageIdOf(id, from);
    const mail = { from, to, subject, text, date: now };
    const { message } = await composer.sendMail(messageId === undefined ? mail : { ...mail, messageId });
    // Its parent is not made again: without its volume, the data folder would be one on another file system.
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    const about = [userId, ...names].map((each) => `user-${each}`).join('-');
    const path = join(folder, `${now.toISOString().replaceAll(':', '-')}-${about}-${ids.uuid()}.eml`);
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flag: 'wx' });
    await beforeText?.();
    await rename(`${path}.part`, path);
  };
};
