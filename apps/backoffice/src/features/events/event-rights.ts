import { may, mayEver, PUBLISHED_STATE_ID, type Actor, type EventDetail } from '@flagpost/contracts';

/** This user's rights on an event. */
export interface EventRights {
  readonly mayRemove: boolean;
  readonly mayEdit: boolean;
  readonly mayPublish: boolean;
  /** An event that has begun is not postponed. */
  readonly mayPostpone: boolean;
  readonly mayCopy: boolean;
  /** The map, its sectors and its special stages. */
  readonly mayEditMap: boolean;
  readonly mayManageCompetitors: boolean;
  readonly mayResetLaps: boolean;
  readonly mayWatch: boolean;
  /** The check of its cars. */
  readonly mayCheck: boolean;
  readonly maySeeLog: boolean;
  /** Of an event that has begun. */
  readonly mayReplay: boolean;
}

export const eventRights = (
  actor: Actor | null,
  { cluId, past, stsId, eveStart }: Pick<EventDetail, 'cluId' | 'past' | 'stsId' | 'eveStart'>,
  now: number,
): EventRights => {
  const subject = { clubId: cluId, past };
  const mayEdit = may(actor, 'events.edit', subject);
  return {
    mayRemove: may(actor, 'events.delete', subject),
    mayEdit,
    mayPublish: stsId !== PUBLISHED_STATE_ID && may(actor, 'events.publish', subject),
    mayPostpone: mayEdit && now < Date.parse(eveStart),
    mayCopy: mayEver(actor, 'events.create'),
    mayEditMap: may(actor, 'route.edit', subject),
    mayManageCompetitors: may(actor, 'competitors.manage', subject),
    mayResetLaps: may(actor, 'laps.reset', subject),
    mayWatch: may(actor, 'race.watch', subject),
    mayCheck: !past && may(actor, 'check.read', subject),
    maySeeLog: may(actor, 'audit.read', subject),
    mayReplay: now >= Date.parse(eveStart) && may(actor, 'history.read', subject),
  };
};
