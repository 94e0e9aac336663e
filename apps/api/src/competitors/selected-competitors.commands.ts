import {
  authorizeRequest,
  deleteSelectedRequest,
  lackingToAuthorize,
  RACING_WITHIN_MS,
  removeAllRequest,
  type AuthorizeAnswer,
  type DeletedAnswer,
} from '@flagpost/contracts';
import {
  DomainError,
  invitationDecider,
  invitationStream,
  isReadyToAuthorize,
  type InvitationCommand,
  type InvitationState,
} from '@flagpost/domain';
import { defineCommand, type CommandTools } from '../dispatch/define-command.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { perEvent, returnLicences, takeLicences } from '../command-parts/use-licences.js';
import { raceReads, type RaceCar } from '../views/race.projection.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';
import { eventsOfCaller } from './events-of-caller.js';
import { inBatches } from './in-batches.js';

/** Many competitors at once: one command, which reports how many it changed and why not the others. */

interface Selected {
  readonly invitation: InvitationDocument;
  readonly event: EventDocument;
}

/** Those of them that are still there and the caller's, in the order in which they were named. */
const selectedOf = async (
  { dependencies: { readModels }, caller }: Pick<CommandTools, 'dependencies' | 'caller'>,
  invitationIds: readonly number[],
): Promise<readonly Selected[]> => {
  const invitations = await invitationReads(readModels).getMany(invitationIds);
  const events = await eventsOfCaller(readModels, caller, invitations);
  const eventOf = new Map(events.map((event) => [event.eventId, event]));
  const byId = new Map(invitations.map((invitation) => [invitation.invitationId, invitation]));
  return invitationIds.flatMap((invitationId): Selected[] => {
    const invitation = byId.get(invitationId);
    const event = invitation && eventOf.get(invitation.eventId);
    return invitation === undefined || event === undefined ? [] : [{ invitation, event }];
  });
};

const byEvent = (selected: readonly Selected[]): (readonly [EventDocument, readonly number[]])[] => {
  const events = new Map(selected.map(({ event }) => [event.eventId, event]));
  return [...events.values()].map((event) => [
    event,
    selected
      .filter(({ invitation }) => invitation.eventId === event.eventId)
      .map(({ invitation }) => invitation.invitationId),
  ]);
};

type Tools = Pick<CommandTools, 'dependencies' | 'caller' | 'now' | 'send'>;

/** Sends a command to each competitor and returns the state of those who accepted it: others are deleted or incomplete. */
const sendToEach = async (
  { send }: Pick<Tools, 'send'>,
  selected: readonly Selected[],
  commandFor: (selected: Selected) => InvitationCommand,
): Promise<ReadonlyMap<number, InvitationState>> => {
  const done = await inBatches(selected, async (each) => {
    const { invitationId } = each.invitation;
    try {
      const { state } = await send(invitationStream(invitationId), invitationDecider, commandFor(each));
      return [invitationId, state] as const;
    } catch (error) {
      const { code } = error instanceof DomainError ? error : { code: null };
      if (code === 'invitation.incomplete' || code === 'invitation.missing') return null;
      throw error;
    }
  });
  return new Map(done.filter((accepted) => accepted !== null));
};

/** Those who may run and were heard just now: taking them off the race requires a confirmation. */
const racingOf = async ({ dependencies, now }: Tools, selected: readonly Selected[]): Promise<number[]> => {
  const onTrack = selected.filter(
    ({ invitation, event }) => invitation.authorized && event.finishesAt >= now,
  );
  const heard = await inBatches(onTrack, async ({ invitation: { invitationId } }) => {
    const status = await dependencies.records.deviceTokens.status(invitationId);
    return status?.heardAt != null && now - status.heardAt <= RACING_WITHIN_MS ? invitationId : null;
  });
  return heard.filter((invitationId) => invitationId !== null);
};

/** Authorises the complete ones. Each uses a licence, until the event starts; who has one keeps it. */
const authorize = async (tools: Tools, selected: readonly Selected[]) => {
  const { dependencies, now, send } = tools;
  const ready = selected.filter(({ invitation }) => isReadyToAuthorize(invitation));
  await takeLicences(dependencies.readModels, send, byEvent(ready));
  return sendToEach(tools, ready, ({ invitation: { invitationId }, event: { finishesAt } }) => ({
    type: 'authorizeInvitation',
    invitationId,
    times: { now, finishesAt },
  }));
};

const unauthorize = async (tools: Tools, selected: readonly Selected[]) => {
  const { dependencies, now, send } = tools;
  const done = await sendToEach(
    tools,
    selected,
    ({ invitation: { invitationId }, event: { finishesAt } }) => ({
      type: 'unauthorizeInvitation',
      invitationId,
      times: { now, finishesAt },
    }),
  );
  // A request that is repeated unauthorises nobody who was authorised since.
  const unused = selected.filter(({ invitation }) => done.get(invitation.invitationId)?.authorized === false);
  await returnLicences(dependencies.readModels, send, byEvent(unused), now);
  return done;
};

/** `entries`: those of `ids`, also those that are deleted: a request that is repeated gives back their licences still. */
const deleteAll = async (
  tools: Tools,
  ids: readonly number[],
  isConfirmed: boolean,
  entries: readonly RaceCar[],
): Promise<DeletedAnswer> => {
  const { dependencies, now, send } = tools;
  const selected = await selectedOf(tools, ids);
  const racing = isConfirmed ? [] : await racingOf(tools, selected);
  if (racing.length > 0) return { deleted: [], skipped: [], racing };
  const done = await sendToEach(tools, selected, ({ invitation: { invitationId } }) => ({
    type: 'deleteInvitation',
    invitationId,
  }));
  const eventIds = [...new Set(entries.map(({ eventId }) => eventId))];
  const events = await Promise.all(
    eventIds.map((eventId) => eventReads(dependencies.readModels).get(eventId)),
  );
  const unused = events
    .filter((event) => event !== null)
    .map((event) => {
      const ofEvent = entries.filter(({ eventId }) => eventId === event.eventId);
      return [event, ofEvent.map(({ invitationId }) => invitationId)] as const;
    });
  await returnLicences(dependencies.readModels, send, unused, now);
  return {
    deleted: ids.filter((invitationId) => done.has(invitationId)),
    skipped: ids.filter((invitationId) => !done.has(invitationId)),
    racing,
  };
};

/** Of the events of these competitors; see `perEvent`. */
const namesOf = (entries: readonly { readonly eventId: number }[]): readonly string[] => [
  ...new Set(entries.map(({ eventId }) => perEvent(eventId))),
];

export const authorizeCompetitors = defineCommand({
  schema: authorizeRequest,
  right: 'competitors.manage',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['licence', 'invitation'],
  async carryOut({ Invitations, Authorized, Confirmed = false }, tools): Promise<AuthorizeAnswer> {
    const { readModels } = tools.dependencies;
    const ids = [...new Set(Invitations)];
    const entries = await invitationReads(readModels).getMany(ids);
    return tools.runExclusive(namesOf(entries), async () => {
      const selected = await selectedOf(tools, ids);
      const racing = Authorized === 1 || Confirmed ? [] : await racingOf(tools, selected);
      if (racing.length > 0) return { authorized: [], skipped: [], reasons: [], racing };
      const done = Authorized === 1 ? await authorize(tools, selected) : await unauthorize(tools, selected);
      const entryOf = new Map(selected.map(({ invitation }) => [invitation.invitationId, invitation]));
      const skipped = ids.filter((invitationId) => !done.has(invitationId));
      return {
        authorized: ids.filter((invitationId) => done.has(invitationId)),
        skipped,
        reasons: skipped.map((InvitationId) => {
          const entry = entryOf.get(InvitationId);
          return { InvitationId, Lacks: entry === undefined ? [] : lackingToAuthorize(entry) };
        }),
        racing,
      };
    });
  },
});

/** Their licences are given back if their event has not started; their laps, alerts and positions stay. */
export const deleteSelectedCompetitors = defineCommand({
  schema: deleteSelectedRequest,
  right: 'competitors.manage',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['invitation', 'licence'],
  async carryOut({ Invitations, Confirmed = false }, tools): Promise<DeletedAnswer> {
    const ids = [...new Set(Invitations)];
    const { readModels } = tools.dependencies;
    const named = await raceReads(readModels).carsOf(ids);
    const events = await eventsOfCaller(readModels, tools.caller, named);
    const theirs = new Set(events.map(({ eventId }) => eventId));
    const entries = named.filter(({ eventId }) => theirs.has(eventId));
    return tools.runExclusive(namesOf(entries), () => deleteAll(tools, ids, Confirmed, entries));
  },
});

/** All competitors that the event has when it is carried out. */
export const removeAllCompetitors = defineCommand({
  schema: removeAllRequest,
  right: 'competitors.removeAll',
  ids: {},
  serializedBy: ({ EventId }) => perEvent(EventId),
  outside: {},
  streams: ['invitation', 'licence'],
  async carryOut({ EventId, Confirmed = false }, tools): Promise<DeletedAnswer> {
    const { readModels } = tools.dependencies;
    const invitations = await invitationReads(readModels).ofEvent(EventId);
    const ids = invitations.map(({ invitationId }) => invitationId);
    return deleteAll(tools, ids, Confirmed, await raceReads(readModels).everyCar(EventId));
  },
});

export const selectedCompetitorsCommands = {
  authorizeCompetitors,
  deleteSelectedCompetitors,
  removeAllCompetitors,
};
