import { NO_FLAGS, carFlagsOf, type CarFlags } from '../flags.js';
import type { CarFlagsRow } from './socket.js';

export const flagsOfRow = ({
  TrackFlag,
  DriverFlag,
  LastFlagStatus,
}: Omit<CarFlagsRow, 'InvitationsSelected'>): CarFlags =>
  carFlagsOf({ track: TrackFlag, driver: DriverFlag, last: LastFlagStatus });

/** The flags of each car by rows of which the first is of every car that no other names; without rows there are none. */
export const flagsByCar = ([others, ...named]: readonly CarFlagsRow[]): ((
  invitationId: number,
) => CarFlags) => {
  const ofCar = new Map(
    named.flatMap((row) => row.InvitationsSelected.map((id) => [id, flagsOfRow(row)] as const)),
  );
  const ofOthers = others === undefined ? NO_FLAGS : flagsOfRow(others);
  return (invitationId) => ofCar.get(invitationId) ?? ofOthers;
};
