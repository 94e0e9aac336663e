import {
  DomainError,
  invitationStream,
  userDecider,
  userStream,
  type ClubEvent,
  type FlagpostEvent,
  type InvitationEvent,
} from '@flagpost/domain';
import { logPages, type Handle, type Recorded } from '@flagpost/event-sourcing';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { eraseMails } from '../mail/outbox.js';
import { REACTION_NAMES } from '../stored-names.js';
import { currentEvent } from '../upcast.js';
import { awaitViews } from '../views/await-views.js';
import { clubReads } from '../views/clubs.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { userReads, type UserDocument } from '../views/users.projection.js';

type Dependencies = Pick<ApiDependencies, 'store' | 'readModels' | 'records' | 'config'>;

/** Events that are read at once. */
const PAGE = 250;

/** The persons of one entry. */
interface Entered {
  readonly eventId: number;
  readonly userId: number;
  readonly codriverId: number | null;
}

/** The persons of entries, as the whole log has them: no view has those of deleted events. */
const enteredPeople = async ({ store }: Pick<Dependencies, 'store'>) => {
  const clubOf = new Map<number, number>();
  const deletedEvents = new Set<number>();
  const present = new Map<number, Entered>();
  /** Everybody who ever was the co-driver of an entry. */
  const codrivers: { readonly eventId: number; readonly codriverId: number }[] = [];
  const enter = (invitationId: number, entered: Entered): void => {
    const { eventId, codriverId } = entered;
    present.set(invitationId, entered);
    if (codriverId !== null) codrivers.push({ eventId, codriverId });
  };
  const fold = ({ type, data }: FlagpostEvent): void => {
    if (type === 'EventCreated' || type === 'EventEdited') clubOf.set(data.eventId, data.clubId);
    else if (type === 'EventDeleted') deletedEvents.add(data.eventId);
    else if (type === 'InvitationAdded') enter(data.invitationId, data);
    else if (type === 'InvitationDeleted') present.delete(data.invitationId);
    else if (type === 'InvitationEdited') {
      const former = present.get(data.invitationId);
      if (former !== undefined) enter(data.invitationId, { ...former, codriverId: data.codriverId });
    }
  };
  for await (const events of logPages(store, null, PAGE)) events.map(currentEvent).forEach(fold);
  const entered = [...present.values()].filter(({ eventId }) => !deletedEvents.has(eventId));
  return {
    codriversOf: (clubId: number): readonly number[] => [
      ...new Set(
        codrivers.filter(({ eventId }) => clubOf.get(eventId) === clubId).map(({ codriverId }) => codriverId),
      ),
    ],
    /** Whoever is in an entry of an event that is not deleted. */
    entered: new Set(entered.flatMap(({ userId, codriverId }) => [userId, codriverId])),
  };
};

/** Removing the user of a competitor and erasing a person. Each may be repeated. */
const eraser = ({ records, config }: Pick<Dependencies, 'records' | 'config'>, handle: Handle) => ({
  remove: async (
    { userId, status }: UserDocument,
    { meta }: Pick<Recorded<ClubEvent | InvitationEvent>, 'meta'>,
  ): Promise<void> => {
    if (status === 'removed') return;
    const { actorId, actorRoles, clubId, correlationId, id: commandId } = meta;
    const context = { actorId, actorRoles, clubId, correlationId, commandId };
    try {
      await handle(userStream(userId), userDecider, { type: 'removeUser', userId }, context);
    } catch (error) {
      // Somebody else deleted them meanwhile.
      if (!(error instanceof DomainError)) throw error;
    }
  },
  erase: async (personId: number): Promise<void> => {
    await records.people.delete(personId);
    await eraseMails(config, personId);
  },
});

/**
 * Erases the competitors of a deleted institution and their co-drivers: nobody is left who could look after their data. An
 * event that is there keeps its own, as one of another institution does to which former releases linked them. Each step may
 * be repeated.
 */
export const deletedClubsReaction = (
  dependencies: Dependencies,
  handle: Handle,
  projector: Pick<Projector, 'waitFor'>,
): Reaction => {
  const { readModels } = dependencies;
  const { remove, erase } = eraser(dependencies, handle);
  return reaction<ClubEvent>({
    name: REACTION_NAMES.deletedClubs,
    on: {
      async ClubDeleted(event) {
        const { clubId } = event.data;
        await awaitViews(projector, event.position);
        const { codriversOf, entered } = await enteredPeople(dependencies);
        const drivers = await userReads(readModels).everyDriverOf(clubId);
        for (const driver of drivers.filter(({ userId }) => !entered.has(userId))) {
          await remove(driver, event);
          await erase(driver.userId);
        }
        for (const codriverId of codriversOf(clubId)) if (!entered.has(codriverId)) await erase(codriverId);
      },
    },
  });
};

/**
 * Erases a competitor of a deleted institution who was left as they were entered in an event of another one, to which former
 * releases moved or linked them, once their last entry is deleted. Each step may be repeated.
 */
export const lastEntriesReaction = (
  dependencies: Dependencies,
  handle: Handle,
  projector: Pick<Projector, 'waitFor'>,
): Reaction => {
  const { store, readModels } = dependencies;
  const { remove, erase } = eraser(dependencies, handle);
  const driverOf = async (invitationId: number): Promise<UserDocument | null> => {
    const [added] = await store.readStream(invitationStream(invitationId));
    if (added === undefined) return null;
    const { type, data } = currentEvent(added);
    return type === 'InvitationAdded' ? userReads(readModels).get(data.userId) : null;
  };
  return reaction<InvitationEvent>({
    name: REACTION_NAMES.lastEntries,
    on: {
      async InvitationDeleted(event) {
        await awaitViews(projector, event.position);
        const driver = await driverOf(event.data.invitationId);
        if (driver?.clubId == null || (await clubReads(readModels).get(driver.clubId)) !== null) return;
        if ((await invitationReads(readModels).ofUser(driver.userId)).length > 0) return;
        await remove(driver, event);
        await erase(driver.userId);
      },
    },
  });
};
