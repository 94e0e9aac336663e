import { AUDIT_KINDS, type AuditKind, type AuditRow } from '@flagpost/contracts';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/audit.js';

const words = TEXTS.audit;

const isKind = (kind: string): kind is AuditKind => AUDIT_KINDS.some((each) => each === kind);

/** A kind of event in words; its type if only a later release knows it. */
export const kindText = (kind: string): string => (isKind(kind) ? TEXTS.auditKinds[kind] : kind);

export const raceText = ({ Id, Name }: NonNullable<AuditRow['Race']>): string =>
  Name === '' ? words.unknownRace(Id) : Name;

export const carText = ({ Id, Number: number }: NonNullable<AuditRow['Car']>): string =>
  number === '' ? words.unknownCar(Id) : words.carNumbered(number);

export const clubText = ({ Id, Name }: NonNullable<AuditRow['Club']>): string =>
  Name === '' ? words.unknownClub(Id) : Name;

/** Times of events are stored in epoch ms under names such as `sentAt`. */
const OF_TIME = /(?:At|^from|^to)$/;
const EARLIEST = Date.UTC(2000, 0);

/** A recorded value as it is shown. */
export const valueText = (path: string, value: string | number | boolean | null): string => {
  if (value === null || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number' && value > EARLIEST && OF_TIME.test(path))
    return momentText(new Date(value).toISOString());
  return String(value);
};

/** The same, with the name of the person whose id it is. */
export const namedText = (
  path: string,
  value: string | number | boolean | null,
  name: string | null,
): string => (name === null ? valueText(path, value) : `${name} (${String(value)})`);
