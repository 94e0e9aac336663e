import { LICENCES_MAX } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { requireId } from './rules.js';

/**
 * A licence of an institution: how many competitors it may authorise in events that start within a period. Times in
 * epoch ms, both ends included. Places are reserved here, so that two requests cannot take the last one.
 */
export interface LicenceTerms {
  readonly total: number;
  readonly from: number;
  readonly to: number;
}

/** Competitors of one event, who take one place each. */
export interface LicenceUse {
  readonly eventId: number;
  readonly startsAt: number;
  readonly invitationIds: readonly number[];
}

interface ToLicence {
  readonly licenceId: number;
}

/** The institution's other licences: periods must not overlap. */
interface AmongOthers {
  readonly otherPeriods: readonly Pick<LicenceTerms, 'from' | 'to'>[];
}

export type LicenceCommand =
  | ({ readonly type: 'grantLicence'; readonly clubId: number; readonly terms: LicenceTerms } & ToLicence &
      AmongOthers)
  | ({
      readonly type: 'editLicence';
      readonly terms: LicenceTerms;
      /** As whoever edits it has read it; null if that is not known. */
      readonly former: LicenceTerms | null;
      readonly now: number;
    } & ToLicence &
      AmongOthers)
  /** One place for each competitor without one; all or none. */
  | ({ readonly type: 'useLicences'; readonly uses: readonly LicenceUse[] } & ToLicence)
  /** Returned by those whose event has not started by `now`. */
  | ({
      readonly type: 'returnLicences';
      readonly invitationIds: readonly number[];
      readonly now: number;
    } & ToLicence);

export type LicenceEvent =
  | DomainEvent<'LicenceGranted', LicenceTerms & { licenceId: number; clubId: number }>
  | DomainEvent<'LicenceEdited', LicenceTerms & { licenceId: number }>
  | DomainEvent<'LicencesUsed', LicenceUse & { licenceId: number }>
  | DomainEvent<'LicencesReturned', { licenceId: number; invitationIds: readonly number[] }>;

export interface LicenceState {
  readonly granted: boolean;
  readonly terms: LicenceTerms;
  /** The start of the event of each competitor with a place, by the competitor's id. */
  readonly startsAt: ReadonlyMap<number, number>;
}

const includes = ({ from, to }: Pick<LicenceTerms, 'from' | 'to'>, time: number): boolean =>
  from <= time && time <= to;

const isSame = (one: LicenceTerms, other: LicenceTerms): boolean =>
  one.total === other.total && one.from === other.from && one.to === other.to;

const checked = ({ total, from, to }: LicenceTerms, { otherPeriods }: AmongOthers): LicenceTerms => {
  if (!Number.isInteger(total) || total <= 0 || total > LICENCES_MAX) refuse('licence.totalRange');
  if (!Number.isFinite(from)) refuse('licence.fromRequired');
  if (!Number.isFinite(to)) refuse('licence.toRequired');
  if (to <= from) refuse('licence.toBeforeFrom');
  if (otherPeriods.some((other) => other.from <= to && from <= other.to)) refuse('licence.overlaps');
  return { total, from, to };
};

/** For each event, the competitors without a place or with a changed start. */
const takers = (uses: readonly LicenceUse[], state: LicenceState): readonly LicenceUse[] =>
  uses
    .map((use) => ({
      ...use,
      invitationIds: use.invitationIds.filter((id) => state.startsAt.get(id) !== use.startsAt),
    }))
    .filter(({ invitationIds }) => invitationIds.length > 0);

const decide = (command: LicenceCommand, state: LicenceState): readonly LicenceEvent[] => {
  const { licenceId } = command;
  if (command.type !== 'grantLicence' && !state.granted) refuse('licence.missing', 'missing');
  switch (command.type) {
    case 'grantLicence': {
      if (state.granted) refuse('licence.exists');
      requireId(command.clubId, 'licence.institutionRequired');
      const terms = checked(command.terms, command);
      return [{ type: 'LicenceGranted', data: { licenceId, clubId: command.clubId, ...terms } }];
    }
    case 'editLicence': {
      if (command.now > state.terms.to) refuse('licence.ended');
      if (command.former !== null && !isSame(command.former, state.terms)) refuse('licence.changed');
      const terms = checked(command.terms, command);
      if (terms.total < state.startsAt.size) refuse('licence.totalBelowUsed');
      if (![...state.startsAt.values()].every((time) => includes(terms, time))) refuse('licence.periodInUse');
      if (isSame(terms, state.terms)) return [];
      return [{ type: 'LicenceEdited', data: { licenceId, ...terms } }];
    }
    case 'useLicences': {
      const uses = takers(command.uses, state);
      if (!uses.every(({ startsAt }) => includes(state.terms, startsAt))) refuse('licence.limit');
      const users = new Set([
        ...state.startsAt.keys(),
        ...uses.flatMap(({ invitationIds }) => invitationIds),
      ]);
      if (users.size > state.terms.total) refuse('licence.limit');
      return uses.map((use) => ({ type: 'LicencesUsed', data: { licenceId, ...use } }));
    }
    case 'returnLicences': {
      const invitationIds = command.invitationIds.filter(
        (id) => (state.startsAt.get(id) ?? -Infinity) > command.now,
      );
      return invitationIds.length === 0
        ? []
        : [{ type: 'LicencesReturned', data: { licenceId, invitationIds } }];
    }
    default:
      return unreachable(command);
  }
};

const evolve = (state: LicenceState, event: LicenceEvent): LicenceState => {
  switch (event.type) {
    case 'LicenceGranted':
    case 'LicenceEdited': {
      const { total, from, to } = event.data;
      return { ...state, granted: true, terms: { total, from, to } };
    }
    case 'LicencesUsed': {
      const startsAt = new Map(state.startsAt);
      for (const id of event.data.invitationIds) startsAt.set(id, event.data.startsAt);
      return { ...state, startsAt };
    }
    case 'LicencesReturned': {
      const startsAt = new Map(state.startsAt);
      for (const id of event.data.invitationIds) startsAt.delete(id);
      return { ...state, startsAt };
    }
    default:
      return unreachable(event);
  }
};

export const licenceDecider: Decider<LicenceCommand, LicenceEvent, LicenceState> = {
  initialState: { granted: false, terms: { total: 0, from: 0, to: 0 }, startsAt: new Map() },
  decide,
  evolve,
};
