import { isSameName, LIMITS } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { refuseOverwriting, requireText } from './rules.js';

/** The requested name, and the names of the club's other categories: names are unique. */
interface AmongOthers {
  readonly name: string;
  readonly otherNames: readonly string[];
}

/** A driver category of a club. */
export type CategoryCommand =
  | ({
      readonly type: 'createCategory';
      readonly categoryId: number;
      readonly clubId: number;
    } & AmongOthers)
  /** `former`: as its author has read it, if that is known. */
  | ({
      readonly type: 'renameCategory';
      readonly categoryId: number;
      readonly former?: { readonly name: string } | undefined;
    } & AmongOthers)
  /** `events` and `competitors`: how many of each use it. */
  | {
      readonly type: 'deleteCategory';
      readonly categoryId: number;
      readonly events: number;
      readonly competitors: number;
    };

export type CategoryEvent =
  | DomainEvent<'CategoryCreated', { categoryId: number; clubId: number; name: string }>
  | DomainEvent<'CategoryRenamed', { categoryId: number; name: string }>
  | DomainEvent<'CategoryDeleted', { categoryId: number }>;

export interface CategoryState {
  readonly status: 'none' | 'standing' | 'deleted';
  readonly name: string;
}

const checked = ({ name, otherNames }: AmongOthers): string => {
  requireText(name, LIMITS.name, 'category.nameRequired');
  if (otherNames.some((other) => isSameName(other, name))) refuse('category.nameTaken');
  return name;
};

/** @throws {DomainError} naming what uses it */
const requireUnused = (events: number, competitors: number): void => {
  if (events > 0 && competitors > 0) refuse('category.hasEventsAndCompetitors');
  if (events > 0) refuse('category.hasEvents');
  if (competitors > 0) refuse('category.hasCompetitors');
};

const decide = (command: CategoryCommand, state: CategoryState): readonly CategoryEvent[] => {
  const { categoryId } = command;
  if (command.type !== 'createCategory' && state.status !== 'standing') refuse('category.missing', 'missing');
  switch (command.type) {
    case 'createCategory':
      if (state.status !== 'none') refuse('category.exists');
      return [
        {
          type: 'CategoryCreated',
          data: { categoryId, clubId: command.clubId, name: checked(command) },
        },
      ];
    case 'renameCategory':
      if (command.name === state.name) return [];
      refuseOverwriting('category.changed', command.former, state, command);
      return [{ type: 'CategoryRenamed', data: { categoryId, name: checked(command) } }];
    case 'deleteCategory':
      requireUnused(command.events, command.competitors);
      return [{ type: 'CategoryDeleted', data: { categoryId } }];
    default:
      return unreachable(command);
  }
};

const evolve = (state: CategoryState, event: CategoryEvent): CategoryState => {
  switch (event.type) {
    case 'CategoryCreated':
      return { status: 'standing', name: event.data.name };
    case 'CategoryRenamed':
      return { ...state, name: event.data.name };
    case 'CategoryDeleted':
      return { ...state, status: 'deleted' };
    default:
      return unreachable(event);
  }
};

export const categoryDecider: Decider<CategoryCommand, CategoryEvent, CategoryState> = {
  initialState: { status: 'none', name: '' },
  decide,
  evolve,
};
