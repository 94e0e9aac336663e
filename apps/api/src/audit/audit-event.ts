import type { Actor, AuditEventAnswer, AuditField } from '@flagpost/contracts';
import { nameOf, peopleOf, type PersonLookup } from '../views/person-names.js';
import type { ApiDependencies } from '../dependencies.js';
import { causesOf } from './cause-tree.js';
import { PERSON_FIELDS } from './event-fields.js';
import { differencesOf, flatOf } from './flat.js';
import { auditRows } from './rows.js';
import type { NumberedEvent } from './search.js';
import { stateAround } from './stream-states.js';

/** Fields, and changes, that one answer shows. */
const SHOWN = 200;

const OF_PEOPLE: ReadonlySet<string> = new Set(PERSON_FIELDS);

const fieldsOf = async (lookup: PersonLookup, data: unknown): Promise<AuditField[]> => {
  const fields = [...flatOf(data)].map(([path, value]): AuditField => ({ Path: path, Value: value }));
  const idOf = ({ Path, Value }: AuditField): number | null =>
    OF_PEOPLE.has(Path) && typeof Value === 'number' ? Value : null;
  const people = await peopleOf(lookup, fields.map(idOf));
  return fields.map((field) => {
    const id = idOf(field);
    return id === null ? field : { ...field, Name: nameOf(people.get(id)) };
  });
};

/** An event in full. */
export const auditEvent = async (
  dependencies: ApiDependencies,
  actor: Actor,
  subject: NumberedEvent,
): Promise<AuditEventAnswer> => {
  const { event } = subject;
  const [rows, fields, state, { chain, more }] = await Promise.all([
    auditRows(dependencies, actor, [subject]),
    fieldsOf(dependencies, event.data),
    stateAround(dependencies, event),
    causesOf(dependencies, actor, subject),
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`Event ${subject.number} has no row.`);
  const changes = state === null ? [] : differencesOf(state.before, state.after);
  return {
    Event: row,
    Fields: fields.slice(0, SHOWN),
    MoreFields: Math.max(0, fields.length - SHOWN),
    Changes: changes
      .slice(0, SHOWN)
      .map(({ path, before, after }) => ({ Path: path, Before: before, After: after })),
    MoreChanges: Math.max(0, changes.length - SHOWN),
    Chain: chain,
    MoreChain: more,
  };
};
