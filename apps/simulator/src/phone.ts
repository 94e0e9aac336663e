import { DOOR, type DropReason, type PositionInput } from '@flagpost/contracts';
import { fixedDelay, retry, type RetryPolicy, type Scheduler } from '@flagpost/platform';

export type PhoneInput = Omit<PositionInput, 'receivedAt'>;

export interface Sent {
  accepted: number;
  dropped: Partial<Record<DropReason, number>>;
}

export interface PhoneOptions {
  /** Addresses of the positions door, with its token: if one does not take a batch, the next is tried. */
  readonly doors: readonly string[];
  readonly scheduler: Scheduler;
  /** Totals of the doors' answers, shared by all phones of a race. */
  readonly sent: Sent;
  /** Called with every batch that a door has stored. */
  readonly onStored?: (inputs: readonly PhoneInput[]) => void;
  /** Called once when the door no longer accepts the token. */
  readonly onEnded: () => void;
}

/**
 * A phone in a car: keeps its inputs in order, sends them in batches, one batch at a time, and retries until a door
 * confirms that they are stored.
 */
export interface Phone {
  record(input: PhoneInput): void;
  /** Sends the waiting inputs, unless a batch is under way already. */
  flush(): void;
  waiting(): number;
  /** No answer, or no good one, to the last batch. */
  troubled(): boolean;
  stop(): void;
}

const MAX_LINES = 2_000;
/** After this time without an answer the request is retried, on another door if there is one. */
const REQUEST_TIMEOUT_MS = { only: 30_000, oneOfSeveral: 4_000 } as const;
/** An hour at 25 Hz: then the oldest give way. */
const MAX_WAITING = 90_000;

export const createPhone = ({ doors, scheduler, sent, onStored, onEnded }: PhoneOptions): Phone => {
  const timeoutMs = doors.length > 1 ? REQUEST_TIMEOUT_MS.oneOfSeveral : REQUEST_TIMEOUT_MS.only;
  /** Which one took the last batch. */
  let at = 0;
  const waiting: PhoneInput[] = [];
  let busy = false;
  let stopped = false;
  let troubled = false;
  const stopping = new AbortController();

  const count = (taken: Sent): void => {
    sent.accepted += taken.accepted;
    for (const [reason, inputs] of Object.entries(taken.dropped) as [DropReason, number][]) {
      sent.dropped[reason] = (sent.dropped[reason] ?? 0) + inputs;
    }
  };

  const ask = async (door: string, body: string): Promise<boolean> => {
    try {
      const response = await fetch(door, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) });
      const answer = (await response.json()) as Sent;
      if (response.status === 200) count(answer);
      else if (response.status === 404) {
        stopped = true;
        onEnded();
      }
      return response.status === 200;
    } catch {
      return false;
    }
  };

  const deliver = async (batch: readonly PhoneInput[]): Promise<boolean> => {
    const body = batch.map((input) => JSON.stringify(input)).join('\n');
    for (let asked = 0; asked < doors.length && !stopped; asked += 1) {
      if (await ask(doors[at] ?? '', body)) return true;
      at = (at + 1) % doors.length;
    }
    return false;
  };

  /** Whether more may wait than one batch holds. @throws if no door took it */
  const sendBatch = async (): Promise<boolean> => {
    const batch = waiting.slice(0, MAX_LINES);
    troubled = !(await deliver(batch));
    if (troubled) throw new Error('No door has taken the batch.');
    waiting.splice(0, batch.length);
    onStored?.(batch);
    return batch.length === MAX_LINES && waiting.length > 0;
  };
  const policy: RetryPolicy = {
    retryIf: () => !stopped,
    backoff: { scheduler, ms: fixedDelay(DOOR.retryAfterS * 1_000), signal: stopping.signal },
  };
  const sendAll = async (): Promise<void> => {
    while (!stopped && (await retry(policy, sendBatch)));
  };

  const flush = (): void => {
    if (busy || stopped || waiting.length === 0) return;
    busy = true;
    void sendAll()
      .catch(() => undefined) // stopped
      .finally(() => (busy = false));
  };

  return {
    record(input) {
      if (stopped) return;
      // A batch under way stays at the front until it is answered.
      if (waiting.length >= MAX_WAITING) waiting.splice(busy ? MAX_LINES : 0, 1);
      waiting.push(input);
    },
    flush,
    waiting: () => waiting.length,
    troubled: () => troubled,
    stop() {
      stopped = true;
      stopping.abort(new Error('stopped'));
    },
  };
};
