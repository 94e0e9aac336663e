import type { Actor, AuditEventAnswer, AuditField } from '@flagpost/contracts';
import { nameOf, peopleOf } from '../views/person-names.js';
import type { ApiDependencies } from '../dependencies.js';
import { causesOf } from './cause-tree.js';
import { PERSON_FIELDS } from './event-fields.js';
import { differencesOf, flatOf, type Cell } from './flat.js';
import { auditRows } from './rows.js';
import type { NumberedEvent } from './search.js';
import { stateAround } from './stream-states.js';

/** Fields, and changes, that one answer shows. */
const SHOWN = 200;

const OF_PEOPLE: ReadonlySet<string> = new Set(PERSON_FIELDS);

/** The person whose id a cell holds; null if it holds none. */
const personIn = (path: string, value: Cell): number | null =>
  OF_PEOPLE.has(path.split('.').at(-1) ?? '') && typeof value === 'number' ? value : null;

/** An event in full. */
export const auditEvent = async (
  dependencies: ApiDependencies,
  actor: Actor,
  subject: NumberedEvent,
): Promise<AuditEventAnswer> => {
  const { event } = subject;
  const [rows, state, { chain, more }] = await Promise.all([
    auditRows(dependencies, actor, [subject]),
    stateAround(dependencies, event),
    causesOf(dependencies, actor, subject),
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`Event ${subject.number} has no row.`);
  const fields = [...flatOf(event.data)];
  const changes = state === null ? [] : differencesOf(state.before, state.after);
  const [shownFields, shownChanges] = [fields.slice(0, SHOWN), changes.slice(0, SHOWN)];
  const people = await peopleOf(dependencies, [
    ...shownFields.map(([path, value]) => personIn(path, value)),
    ...shownChanges.flatMap(({ path, before, after }) => [personIn(path, before), personIn(path, after)]),
  ]);
  const nameIn = (path: string, value: Cell): string | null => {
    const id = personIn(path, value);
    return id === null ? null : nameOf(people.get(id));
  };
  return {
    Event: row,
    Fields: shownFields.map(([path, value]): AuditField => {
      const field = { Path: path, Value: value };
      const name = nameIn(path, value);
      return name === null ? field : { ...field, Name: name };
    }),
    MoreFields: fields.length - shownFields.length,
    Changes: shownChanges.map(({ path, before, after }) => ({
      Path: path,
      Before: before,
      After: after,
      BeforeName: nameIn(path, before),
      AfterName: nameIn(path, after),
    })),
    MoreChanges: changes.length - shownChanges.length,
    Chain: chain,
    MoreChain: more,
  };
};
