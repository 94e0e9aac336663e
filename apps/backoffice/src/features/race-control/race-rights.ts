import { may, type Actor, type EventDetail } from '@flagpost/contracts';

/** Rights of this person on an event's live map. */
export interface RaceRights {
  /** Flags, messages, clearing. */
  mayControl: boolean;
  /** An SOS may still be open when its event has ended. */
  mayAcknowledge: boolean;
  mayClearSos: boolean;
  /** The phone of a driver in SOS. */
  mayCall: boolean;
  mayResetLaps: boolean;
  mayManageTimers: boolean;
}

export const raceRights = (
  actor: Actor | null,
  { cluId, past }: Pick<EventDetail, 'cluId' | 'past'>,
): RaceRights => {
  const subject = { clubId: cluId, past };
  return {
    mayControl: may(actor, 'race.control', subject),
    mayAcknowledge: may(actor, 'sos.acknowledge', subject),
    mayClearSos: may(actor, 'sos.clear', subject),
    mayCall: may(actor, 'sos.call', subject),
    mayResetLaps: may(actor, 'laps.reset', subject),
    mayManageTimers: may(actor, 'timers.manage', subject),
  };
};
