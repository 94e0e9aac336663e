import type { Clock, Scheduler } from '@flagpost/platform';
import type { ApiClient } from '../api-client.js';
import type { ReplayRequest } from '../arguments.js';
import { createPhone } from '../phone.js';
import { drive, type Progress } from './drive.js';
import { findEvent, newDoor } from './event.js';
import { readRecordingFile } from './file.js';
import { makeEvent } from './make-event.js';
import { createMovedCounter, movedInWords } from './moved.js';
import type { ProgressOutput } from './progress.js';
import { recordedCars, ReplayError } from './recorded-cars.js';

export interface ReplayParts extends ProgressOutput {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Ends the replay at its current position. */
  readonly signal: AbortSignal;
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
  const { event, invitations, before } = isNew
    ? await makeEvent(api, recording, cars, { ...into, file, now: clock.now() }, { print, show, signal })
    : await findEvent(api, into.eventId, [...cars.keys()]);
  if (isNew) print(`Event ${event.eventId} was made and published.`);

  const moved = createMovedCounter(event, before);
  const ending = new AbortController();
  const replayed = [];
  for (const [number, fixes] of cars) {
    show(`Opening the door of car ${replayed.length + 1} of ${cars.size}`);
    const invitationId = invitations.get(number) ?? 0;
    const phone = createPhone({
      doors: [await newDoor(api, invitationId)],
      scheduler,
      sent: { accepted: 0, dropped: {} },
      onStored: (inputs) => moved.count(invitationId, inputs, clock.now()),
      onEnded: () =>
        ending.abort(
          new ReplayError(`The door does not know car ${number} any more: another device took its place.`),
        ),
    });
    replayed.push({ fixes, phone });
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
  print(
    `${movedInWords(moved.read())} Event ${event.eventId}, ${cars.size === 1 ? 'one car' : `${cars.size} cars`}.`,
  );
};

const minutes = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const inWords = ({ sent, fixes, elapsedMs, totalMs, troubled }: Progress): string =>
  `${minutes(elapsedMs)} of ${minutes(totalMs)}, ${sent} of ${fixes} fixes sent` +
  (troubled ? ', the door cannot take more and is asked again' : '');
