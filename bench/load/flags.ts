import { randomUUID } from 'node:crypto';
import { FLAGS, type FlagRequest } from '@flagpost/contracts';

/** Track flags in turn to all cars of each event, so that none repeats the one before; each request has a key of its own, as the client gives it. */
export const flagsTo = (events: readonly number[], token: string, count: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => {
    const flag: FlagRequest = {
      EventId: events[index % events.length] ?? 0,
      StateId: Math.floor(index / events.length) % 2 === 0 ? FLAGS.yellow : FLAGS.green,
      InvitationsSelected: [],
    };
    const body = JSON.stringify(flag);
    return Buffer.from(
      `POST /api/flagRecords HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
        `Idempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
