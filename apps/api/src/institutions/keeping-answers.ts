import {
  KEEPING_GRACE_MS,
  KEEPING_RACES,
  positionsEndAt,
  type KeepingAnswer,
  type KeepingRace,
} from '@flagpost/contracts';
import type { ApiDependencies } from '../dependencies.js';
import { isoOf } from '../http/times.js';
import type { ClubDocument, Keeping } from '../views/clubs.projection.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { peopleOf, personOf } from '../views/person-names.js';
import { trackZone } from '../views/track-zone.js';

type Reads = Pick<ApiDependencies, 'readModels' | 'records' | 'clock'>;

/** Those past races of an institution of which positions are kept. */
const racesWithPositions = async (
  { readModels, records, clock }: Reads,
  clubId: number,
): Promise<readonly EventDocument[]> => {
  const past = await eventReads(readModels).withPositions(clubId, clock.now());
  const found: EventDocument[] = [];
  for (const event of past) if ((await records.history.minutes(event.eventId)) !== null) found.push(event);
  return found;
};

const answerOf = async (
  dependencies: Reads,
  clubId: number,
  keeping: Pick<Keeping, 'keepDays' | 'formerKeepDays' | 'setAt'>,
): Promise<Omit<KeepingAnswer, 'SetAt' | 'SetBy'>> => {
  const { keepDays, formerKeepDays, setAt } = keeping;
  const rest = { KeepDays: keepDays, FormerKeepDays: formerKeepDays };
  if (keepDays === null)
    return { ...rest, InForceAt: null, IsInForce: false, Races: [], Total: 0, AtOnce: 0 };
  const inForceAt = setAt + KEEPING_GRACE_MS;
  const races = (await racesWithPositions(dependencies, clubId))
    .map((event) => ({ event, endsAt: positionsEndAt(event.finishesAt, { keepDays, setAt }) }))
    .sort((one, other) => one.endsAt - other.endsAt);
  return {
    ...rest,
    InForceAt: isoOf(inForceAt),
    IsInForce: dependencies.clock.now() >= inForceAt,
    Races: races.slice(0, KEEPING_RACES).map(({ event, endsAt }): KeepingRace => ({
      EventId: event.eventId,
      Name: event.name,
      Finish: isoOf(event.finishesAt),
      TimeZone: trackZone(event),
      EndsAt: isoOf(endsAt),
    })),
    Total: races.length,
    AtOnce: races.filter(({ endsAt }) => endsAt === inForceAt).length,
  };
};

const NEVER_SET = { keepDays: null, formerKeepDays: null, setAt: 0 } as const;

/** The rule of an institution, and what it deletes. */
export const keepingAnswer = async (dependencies: Reads, club: ClubDocument): Promise<KeepingAnswer> => {
  const { keeping } = club;
  const rule = await answerOf(dependencies, club.clubId, keeping ?? NEVER_SET);
  if (keeping === null) return { ...rule, SetAt: null, SetBy: null };
  const people = await peopleOf(dependencies, [keeping.by]);
  const SetBy = personOf(people, keeping.by);
  return { ...rule, SetAt: isoOf(keeping.setAt), SetBy };
};

/** What a rule would delete if it were set now. */
export const keepingIfSet = async (
  dependencies: Reads,
  club: ClubDocument,
  keepDays: number | null,
): Promise<KeepingAnswer> => {
  const keeping = {
    keepDays,
    formerKeepDays: club.keeping?.keepDays ?? null,
    setAt: dependencies.clock.now(),
  };
  return { ...(await answerOf(dependencies, club.clubId, keeping)), SetAt: null, SetBy: null };
};
