import type { CompetitorRow } from '@flagpost/contracts';
import { byCarNumber } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/events.js';
import type { Column } from '../../shared/ui/list/arrange.js';
import { authorizationOf } from '../competitors/rows.js';

const words = TEXTS.event.competitors;
const or = (text: string | null): string => (text === null || text === '' ? TEXTS.unknown : text);

/** A name, with the blood type behind it where one is known. */
const person = (name: string, bloodType: string | null): string =>
  bloodType === null || bloodType === '' ? or(name) : words.withBloodType(name, bloodType);

export const competitorColumns: Column<CompetitorRow>[] = [
  { head: words.heads.number, text: ({ Number: number }) => or(number) },
  { head: words.heads.invitation, text: ({ State }) => State },
  { head: words.heads.authorization, text: authorizationOf },
  {
    head: words.heads.driver,
    text: ({ FirstName, LastName, DriverGrupoSanguineo }) =>
      person(`${FirstName} ${LastName}`.trim(), DriverGrupoSanguineo),
  },
  {
    head: words.heads.codriver,
    text: ({ CodriverName, CodriverSurname, CodriverGrupoSanguineo }) =>
      person([CodriverName, CodriverSurname].filter(Boolean).join(' '), CodriverGrupoSanguineo),
  },
  { head: words.heads.category, text: ({ Category }) => or(Category) },
  { head: words.heads.brand, text: ({ Brand }) => or(Brand) },
  { head: words.heads.model, text: ({ Model }) => or(Model) },
];

/** In order of car number; who has none stands at the end. */
export const inOrder = (rows: readonly CompetitorRow[]): CompetitorRow[] =>
  rows.toSorted((one, other) => {
    if (one.Number === null || other.Number === null)
      return Number(one.Number === null) - Number(other.Number === null);
    return byCarNumber(one.Number, other.Number);
  });
