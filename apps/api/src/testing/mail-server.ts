import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface TakenMail {
  readonly to: string;
  readonly text: string;
  /** Whether it came over TLS. */
  readonly isEncrypted: boolean;
}

/** The server's behaviour for a recipient, or for the text of a mail to them. */
export interface MailRules {
  /** The code that the address is answered with; null if it is taken. */
  address?: (to: string) => number | null;
  /** `hangUp`: the connection ends after the text, without an answer; a number is the code that it is answered with. */
  text?: (to: string) => number | 'hangUp' | null;
}

export interface MailServer {
  readonly url: string;
  /** Mails that were taken over, also if the answer was lost. */
  readonly taken: readonly TakenMail[];
  readonly rules: MailRules;
  /** Connections that were made. */
  connections(): number;
  stop(): Promise<void>;
}

/** How long a stop waits for a connection that nobody ends, as a process that was killed leaves it. */
const CLOSE_TIMEOUT_MS = 500;

const refusal = (code: number): Error => Object.assign(new Error('not here'), { responseCode: code });

/** A mail server on a socket, which refuses mails as defined by `rules`. */
export const startMailServer = async (
  rules: MailRules = {},
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer> => {
  const taken: TakenMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onConnect(_, done) {
      connections += 1;
      done();
    },
    onRcptTo({ address }, _, done) {
      const code = rules.address?.(address) ?? null;
      done(code === null ? null : refusal(code));
    },
    onData(stream, { envelope, secure }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo[0]?.address ?? '';
        const answer = rules.text?.(to) ?? null;
        if (typeof answer === 'number') {
          done(refusal(answer));
          return;
        }
        taken.push({ to, text: Buffer.concat(parts).toString(), isEncrypted: secure });
        if (answer === null) {
          done();
          return;
        }
        for (const connection of server.connections) connection.close();
      });
    },
    ...options,
  });
  server.on('error', () => undefined); // a connection that ended early
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `${options.secure === true ? 'smtps' : 'smtp'}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    rules,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
