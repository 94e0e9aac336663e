import type { FlagCode, FlagReportRow, FlagRow } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import {
  projection,
  type EventViews,
  type Filter,
  type FindOptions,
  type ReadModels,
} from '@flagpost/read-models';
import { isoOf, isoOrNull } from '../http/times.js';
import { nameOf, peopleOf, type PersonLookup } from './person-names.js';
import { raceReads } from './race.projection.js';

/** A flag that was sent. Times in epoch ms. */
interface Flag {
  readonly flagId: number;
  readonly eventId: number;
  readonly code: FlagCode;
  readonly message: string | null;
  readonly receivers: readonly number[];
  readonly sectorId: number | null;
  readonly sectorImg: string | null;
  readonly sanctionedDriver: number | null;
  readonly sentAt: number;
  readonly by: number;
  readonly confirmed: readonly { readonly invitationId: number; readonly confirmedAt: number }[];
  readonly clearedAt: number | null;
}

const FLAGS = 'flags';
const flags = (views: EventViews) => views<Flag>(FLAGS);

export const flagsProjection = projection<FlagpostEvent>({
  name: 'flags',
  version: 2,
  views: [FLAGS],
  indexes: { [FLAGS]: [{ eventId: 1, sentAt: -1, flagId: -1 }] },
  on: {
    async FlagSent({ data }, views) {
      await flags(views).put(data.flagId, { ...data, confirmed: [], clearedAt: null });
    },
    async FlagConfirmed({ data: { flagId, invitationId, confirmedAt } }, views) {
      const flag = await flags(views).get(flagId);
      const confirmed = [...(flag?.confirmed ?? []), { invitationId, confirmedAt }];
      await flags(views).patch(flagId, { confirmed });
    },
    async FlagsCleared({ data: { eventId, clearedAt } }, views) {
      for (const { flagId } of await flags(views).find({ eventId, clearedAt: null }))
        await flags(views).patch(flagId, { clearedAt });
    },
    async EventDeleted({ data: { eventId } }, views) {
      for (const { flagId } of await flags(views).find({ eventId })) await flags(views).delete(flagId);
    },
  },
});

export const anyFlag = async (readModels: ReadModels, eventId: number): Promise<boolean> =>
  (await readModels.view<Flag>(FLAGS).find({ eventId }, { limit: 1 })).length > 0;

/** Paths of the pictures that flags of an event showed. */
export const flagPictures = async (readModels: ReadModels, eventId: number): Promise<readonly string[]> =>
  (await readModels.view<Flag>(FLAGS).find({ eventId })).flatMap(({ sectorImg }) => sectorImg ?? []);

const rowsOf = async (reading: PersonLookup, found: readonly Flag[]): Promise<FlagRow[]> => {
  const people = await peopleOf(
    reading,
    found.map(({ by }) => by),
  );
  return found.map((flag) => ({
    FlagId: flag.flagId,
    StateId: flag.code,
    Message: flag.message ?? '',
    InvitationsSelected: [...flag.receivers],
    SectorId: flag.sectorId,
    SectorImg: flag.sectorImg,
    SanctionedDriver: flag.sanctionedDriver,
    SentAt: isoOf(flag.sentAt),
    SentBy: { Id: flag.by, Name: nameOf(people.get(flag.by)) },
    Confirmed: flag.confirmed.map(({ invitationId, confirmedAt }) => ({
      InvitationId: invitationId,
      ConfirmedAt: isoOf(confirmedAt),
    })),
    ClearedAt: isoOrNull(flag.clearedAt),
  }));
};

/** Newest first. */
export const flagRows = async (
  reading: PersonLookup,
  filter: Filter,
  options: FindOptions = {},
): Promise<FlagRow[]> =>
  rowsOf(
    reading,
    await reading.readModels.view<Flag>(FLAGS).find(filter, { sort: { sentAt: -1, flagId: -1 }, ...options }),
  );

/** Newest first, with the car numbers of the receivers. */
export const flagReportRows = async (reading: PersonLookup, eventId: number): Promise<FlagReportRow[]> => {
  const rows = await flagRows(reading, { eventId });
  const cars = await raceReads(reading.readModels).carsOf(
    rows.flatMap(({ InvitationsSelected }) => InvitationsSelected),
  );
  const numbers = new Map(cars.map(({ invitationId, carNumber }) => [invitationId, carNumber]));
  return rows.map((row) => ({
    ...row,
    CarNumbers: row.InvitationsSelected.map((invitationId) => numbers.get(invitationId) ?? ''),
  }));
};

/** Null if there is no such flag. */
export const flagRow = async (reading: PersonLookup, flagId: number): Promise<FlagRow | null> => {
  const found = await reading.readModels.view<Flag>(FLAGS).get(flagId);
  return found === null ? null : ((await rowsOf(reading, [found]))[0] ?? null);
};
