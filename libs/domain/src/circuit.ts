import { isSameName, LIMITS, type LatLng } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { only, refuseOverwriting, requireId, requireOnEarth, requireText } from './rules.js';

/** A circuit of a club, where its events take place. */
export interface CircuitDetails {
  readonly name: string;
  /** Whether other clubs may read it. */
  readonly isVisible: boolean;
  readonly countryId: number;
  readonly state: string;
  readonly city: string;
  readonly position: LatLng | null;
}

/** The requested details, and the names of the club's other circuits: names are unique. */
interface AmongOthers {
  readonly details: CircuitDetails;
  readonly otherNames: readonly string[];
}

export type CircuitCommand =
  | ({ readonly type: 'createCircuit'; readonly circuitId: number; readonly clubId: number } & AmongOthers)
  | ({
      readonly type: 'editCircuit';
      readonly circuitId: number;
      /** As the sender has read it; left out if that is not known. */
      readonly former?: CircuitDetails | undefined;
    } & AmongOthers)
  /** `events`: the number of events there that are not over. */
  | { readonly type: 'deleteCircuit'; readonly circuitId: number; readonly events: number };

export type CircuitEvent =
  | DomainEvent<'CircuitCreated', CircuitDetails & { circuitId: number; clubId: number }>
  | DomainEvent<'CircuitEdited', CircuitDetails & { circuitId: number }>
  | DomainEvent<'CircuitDeleted', { circuitId: number }>;

export interface CircuitState extends CircuitDetails {
  readonly status: 'none' | 'standing' | 'deleted';
}

/** The details alone, from what has others beside them. */
const detailsOf = (from: CircuitDetails): CircuitDetails =>
  only({ name: true, isVisible: true, countryId: true, state: true, city: true, position: true }, from);

const checked = ({ details, otherNames }: AmongOthers): CircuitDetails => {
  const { name, countryId, state, city, position } = details;
  requireText(name, LIMITS.name, 'circuit.nameRequired');
  requireId(countryId, 'circuit.countryRequired');
  requireText(state, LIMITS.place, 'circuit.stateRequired');
  requireText(city, LIMITS.place, 'circuit.cityRequired');
  if (position !== null) requireOnEarth(position);
  if (otherNames.some((other) => isSameName(other, name))) refuse('circuit.nameTaken');
  return detailsOf(details);
};

const decide = (command: CircuitCommand, state: CircuitState): readonly CircuitEvent[] => {
  const { circuitId } = command;
  if (command.type !== 'createCircuit' && state.status !== 'standing') refuse('circuit.missing', 'missing');
  switch (command.type) {
    case 'createCircuit': {
      if (state.status !== 'none') refuse('circuit.exists');
      const { clubId } = command;
      return [{ type: 'CircuitCreated', data: { circuitId, clubId, ...checked(command) } }];
    }
    case 'editCircuit':
      refuseOverwriting('circuit.changed', command.former, state, command.details);
      return [{ type: 'CircuitEdited', data: { circuitId, ...checked(command) } }];
    case 'deleteCircuit':
      if (command.events > 0) refuse('circuit.hasEvents');
      return [{ type: 'CircuitDeleted', data: { circuitId } }];
    default:
      return unreachable(command);
  }
};

const evolve = (state: CircuitState, event: CircuitEvent): CircuitState => {
  switch (event.type) {
    case 'CircuitCreated':
    case 'CircuitEdited':
      return { status: 'standing', ...detailsOf(event.data) };
    case 'CircuitDeleted':
      return { ...state, status: 'deleted' };
    default:
      return unreachable(event);
  }
};

export const circuitDecider: Decider<CircuitCommand, CircuitEvent, CircuitState> = {
  initialState: {
    status: 'none',
    name: '',
    isVisible: false,
    countryId: 0,
    state: '',
    city: '',
    position: null,
  },
  decide,
  evolve,
};
