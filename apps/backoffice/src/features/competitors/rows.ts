import { lackingToAuthorize, type CompetitorRow, type NeededToAuthorize } from '@flagpost/contracts';
import { byCarNumber, firstFew } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/competitors.js';
import { RULES } from '../../shared/texts/rules.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import type { Group } from './bulk-bar.js';

/** The texts of a row in the list of competitors. */

const words = TEXTS.entries;

export const lacking = ({
  CategoryId,
  Number,
  Brand,
  Model,
}: Pick<CompetitorRow, 'CategoryId' | 'Number' | 'Brand' | 'Model'>): NeededToAuthorize[] =>
  lackingToAuthorize({ categoryId: CategoryId, carNumber: Number, brand: Brand, model: Model });

/** 'Yes', 'No', or 'Missing data' of one that cannot be authorised yet. */
const authorizationOf = (row: CompetitorRow): string => {
  if (row.Authorized === 1) return TEXTS.yes;
  return lacking(row).length > 0 ? words.missingData : TEXTS.no;
};

const or = (text: string | null): string => (text === null || text === '' ? TEXTS.unknown : text);
const withBloodType = (name: string, bloodType: string | null): string =>
  bloodType === null || bloodType === '' || name === '' ? or(name) : words.withBloodType(name, bloodType);

const driverName = ({ FirstName, LastName }: CompetitorRow): string => `${FirstName} ${LastName}`.trim();

/** '12 Carla Bianchi' */
export const competitorName = (row: CompetitorRow): string =>
  [row.Number, driverName(row)].filter((part) => part !== null && part !== '').join(' ');

/** The first few, and how many more there are. */
export const fewOf = (names: readonly string[]): string => {
  const { shown, more } = firstFew(names);
  return more === 0 ? shown : words.more(shown, more);
};

/** Notes on an invitation besides its state: a mail that did not arrive, or an error that the competitor reported. */
const notesOf = ({ Mail, Disputed }: Pick<CompetitorRow, 'Mail' | 'Disputed'>): readonly string[] => [
  ...(Mail === null || Mail === 'sent' || Mail === 'ended' ? [] : [words.mails[Mail]]),
  ...(Disputed === null ? [] : [RULES.disputes[Disputed]]),
];

/** 'Pending: address refused' */
export const invitationOf = (row: Pick<CompetitorRow, 'State' | 'Mail' | 'Disputed'>): string =>
  [row.State, ...notesOf(row)].join(': ');

const COLUMNS = {
  number: { head: words.heads.number, text: ({ Number }) => or(Number) },
  driver: {
    head: words.heads.driver,
    text: (row) => withBloodType(driverName(row), row.DriverGrupoSanguineo),
    order: ({ FirstName, LastName }) => `${LastName} ${FirstName}`,
  },
  codriver: {
    head: words.heads.codriver,
    text: ({ CodriverName, CodriverSurname, CodriverGrupoSanguineo }) =>
      withBloodType(
        [CodriverName, CodriverSurname].filter((part) => part !== null && part !== '').join(' '),
        CodriverGrupoSanguineo,
      ),
  },
  category: { head: words.heads.category, text: ({ Category }) => or(Category) },
  brand: { head: words.heads.brand, text: ({ Brand }) => or(Brand) },
  model: { head: words.heads.model, text: ({ Model }) => or(Model) },
  invitation: { head: words.heads.invitation, text: invitationOf },
  authorization: { head: words.heads.authorization, text: authorizationOf },
} satisfies Record<string, Column<CompetitorRow>>;

/** Of the competitors' own screen. */
export const columns: readonly Column<CompetitorRow>[] = Object.values(COLUMNS);

/** Of an event's detail and its print, in the order of the specification. */
export const columnsOfEvent: readonly Column<CompetitorRow>[] = [
  COLUMNS.number,
  COLUMNS.invitation,
  COLUMNS.authorization,
  COLUMNS.driver,
  COLUMNS.codriver,
  COLUMNS.category,
  COLUMNS.brand,
  COLUMNS.model,
];

/** In order of car number; competitors without one come last. */
export const inOrder = (rows: readonly CompetitorRow[]): CompetitorRow[] =>
  rows.toSorted((one, other) => {
    const [a, b] = [one.Number ?? '', other.Number ?? ''];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    return byCarNumber(a, b);
  });

/** All, those who can be authorised, and each category; empty groups are left out. */
export const groupsOf = (rows: readonly CompetitorRow[]): readonly Group[] => {
  const categories = [...new Set(rows.map(({ Category }) => Category))].filter((name) => name !== '');
  const group = (name: string, chosen: readonly CompetitorRow[]): Group => ({
    name,
    ids: chosen.map(({ InvitationId }) => InvitationId),
  });
  return [
    group(words.groups.all, rows),
    group(
      words.groups.complete,
      rows.filter((row) => row.Authorized === 0 && lacking(row).length === 0),
    ),
    ...categories.toSorted().map((name) =>
      group(
        name,
        rows.filter(({ Category }) => Category === name),
      ),
    ),
  ].filter(({ ids }) => ids.length > 0);
};
