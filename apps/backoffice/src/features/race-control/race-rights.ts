import { may, PUBLISHED_STATE_ID, type Actor, type EventDetail } from '@flagpost/contracts';

/** Rights of this person on an event's live map. */
export interface RaceRights {
  /** Flags, messages, notes, clearing. */
  mayControl: boolean;
  /** An SOS may still be open when its event has ended. */
  mayAcknowledge: boolean;
  mayClearSos: boolean;
  /** The phone of a driver in SOS. */
  mayCall: boolean;
  mayResetLaps: boolean;
  mayManageTimers: boolean;
  /** An instant in the history. */
  mayReplay: boolean;
}

export const raceRights = (
  actor: Actor | null,
  { cluId, past, stsId }: Pick<EventDetail, 'cluId' | 'past' | 'stsId'>,
): RaceRights => {
  const subject = { clubId: cluId, past };
  const isPublished = stsId === PUBLISHED_STATE_ID;
  return {
    mayControl: isPublished && may(actor, 'race.control', subject),
    mayAcknowledge: may(actor, 'sos.acknowledge', subject),
    mayClearSos: may(actor, 'sos.clear', subject),
    mayCall: may(actor, 'sos.call', subject),
    mayResetLaps: may(actor, 'laps.reset', subject),
    mayManageTimers: isPublished && may(actor, 'timers.manage', subject),
    mayReplay: may(actor, 'history.read', subject),
  };
};
