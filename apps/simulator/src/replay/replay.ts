import type { Clock, Scheduler } from '@flagpost/platform';
import type { ApiClient } from '../api-client.js';
import type { ReplayRequest } from '../arguments.js';
import { createPhone, type Sent } from '../phone.js';
import { drive, type Progress } from './drive.js';
import { findCars, makeEvent, newDoor } from './event.js';
import { readRecordingFile } from './file.js';
import { recordedCars, ReplayError } from './recorded-cars.js';

export interface ReplayParts {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Ends the replay where it stands. */
  readonly signal: AbortSignal;
  /** Lines that stay. */
  readonly print: (line: string) => void;
  /** The state of long work, each word instead of the one before. */
  readonly show: (words: string) => void;
}

/** The number of a car that its recording does not name, in an event made for it. */
const ONLY_CAR = '1';

/**
 * Sends a recording through the doors, into an event that exists or is made for it.
 *
 * @throws {ReplayError} {ApiRefusal} {Unreachable} with a sentence each
 */
export const replay = async (request: ReplayRequest, parts: ReplayParts): Promise<void> => {
  const { api, clock, scheduler, signal, print, show } = parts;
  const { into, file, speed, rebase } = request;
  const recording = await readRecordingFile(file);
  const isNew = !('eventId' in into);
  const cars = recordedCars(recording, request.car, isNew ? ONLY_CAR : null);
  const { eventId, invitations } = isNew
    ? await makeEvent(api, recording, cars, { ...into, file, now: clock.now() }, show)
    : { eventId: into.eventId, invitations: await findCars(api, into.eventId, [...cars.keys()]) };
  if (isNew) print(`Event ${eventId} was made and published.`);

  const sent: Sent = { accepted: 0, dropped: {} };
  const ending = new AbortController();
  const replayed = [];
  for (const [number, fixes] of cars) {
    show(`Opening the door of car ${replayed.length + 1} of ${cars.size}`);
    const onEnded = (): void =>
      ending.abort(
        new ReplayError(`The door does not know car ${number} any more: another device took its place.`),
      );
    const door = await newDoor(api, invitations.get(number) ?? 0);
    replayed.push({ fixes, phone: createPhone({ doors: [door], scheduler, sent, onEnded }) });
  }
  try {
    await drive(replayed, {
      clock,
      scheduler,
      signal: AbortSignal.any([signal, ending.signal]),
      speed,
      rebase,
      onProgress: (progress) => show(inWords(progress)),
    });
  } finally {
    replayed.forEach(({ phone }) => phone.stop());
  }
  print(`${summary(sent)} Event ${eventId}, ${cars.size === 1 ? 'one car' : `${cars.size} cars`}.`);
};

const minutes = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const inWords = ({ sent, fixes, elapsedMs, totalMs, troubled }: Progress): string =>
  `${minutes(elapsedMs)} of ${minutes(totalMs)}, ${sent} of ${fixes} fixes sent` +
  (troubled ? ', the door cannot take more and is asked again' : '');

const summary = ({ accepted, dropped }: Sent): string => {
  const reasons = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
  return `${accepted} fixes were taken${reasons.length === 0 ? '' : `, dropped were ${reasons.join(', ')}`}.`;
};
