import type { LapEpoch } from '@flagpost/contracts';
import type { Decider, RaceEvent } from './decider.js';

/** Laps of one car, as stated by the race engine. A lap stated again is recorded once. */
export interface Lap {
  readonly eventId: number;
  readonly invitationId: number;
  readonly lapEpoch: number;
  /** From 1 within its epoch. */
  readonly lap: number;
  /** Null for a finish without a start. */
  readonly lapTimeMs: number | null;
  /** Device time of the closest approach to the finish, epoch ms. */
  readonly crossedAt: number;
  /** `receivedAt` of the input that decided it, epoch ms. */
  readonly receivedAt: number;
}

export interface LapsCommand extends Lap {
  readonly type: 'recordLap';
  /** The epochs of the event, see `lapEpochsOf`. */
  readonly lapEpochs: readonly LapEpoch[];
}

export type LapsEvent = RaceEvent<'LapRecorded', Lap>;

/** The newest lap recorded; epoch -1 before the first. */
export interface LapsState {
  readonly lapEpoch: number;
  readonly lap: number;
}

const isNewer = (lap: LapsState, last: LapsState): boolean =>
  lap.lapEpoch > last.lapEpoch || (lap.lapEpoch === last.lapEpoch && lap.lap > last.lap);

/** An input belongs to the epoch in force when it was received, regardless of when the engine read the reset. */
export const epochWasOver = (
  lap: Pick<Lap, 'lapEpoch' | 'receivedAt'>,
  epochs: readonly LapEpoch[],
): boolean => epochs.some(({ epoch, beganAt }) => epoch > lap.lapEpoch && lap.receivedAt >= beganAt);

const decide = (command: LapsCommand, state: LapsState): readonly LapsEvent[] => {
  if (!isNewer(command, state) || epochWasOver(command, command.lapEpochs)) return [];
  const { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt } = command;
  const data = { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt };
  return [{ type: 'LapRecorded', data, occurredAt: crossedAt }];
};

const evolve = (_state: LapsState, { data }: LapsEvent): LapsState => ({
  lapEpoch: data.lapEpoch,
  lap: data.lap,
});

export const lapsDecider: Decider<LapsCommand, LapsEvent, LapsState> = {
  initialState: { lapEpoch: -1, lap: 0 },
  decide,
  evolve,
};
