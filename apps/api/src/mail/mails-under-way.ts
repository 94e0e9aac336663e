import type { Logger } from '@flagpost/platform';
import { kindOfFailure } from './mail-failure.js';

/** Mails on their way; more at once is a flood, of which no more is mailed. */
const MOST = 100;

/**
 * Mails that are sent after the answer, so that neither the answer nor its time reveals the receivers. Each is sent at
 * most once; failures are logged as `what`.
 */
export class MailsUnderWay {
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly logger: Logger,
    private readonly what: string,
  ) {}

  /** Begins to send, and does not wait for it. */
  start(send: () => Promise<void>): void {
    if (this.underWay.size >= MOST) {
      this.logger.error(`${this.what} is not mailed: too many mails are pending`);
      return;
    }
    const sending = send()
      .catch((error: unknown) =>
        this.logger.error(`${this.what} could not be mailed`, { error: kindOfFailure(error) }),
      )
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
