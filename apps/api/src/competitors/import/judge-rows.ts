import {
  invitationDriverRequest,
  isImportField,
  isSameName,
  type ImportField,
  type InvitationDriverRequest,
  type RowFate,
} from '@flagpost/contracts';
import { DomainError, invitationStream } from '@flagpost/domain';
import { pause } from '@flagpost/platform';
import type { Person } from '@flagpost/records';
import type { EventDocument } from '../../views/events.projection.js';
import { parseBody, ValidationError } from '../../http/validation-error.js';
import type { EnteredBy } from '../../command-parts/addresses.js';
import { idsIn, streamsSince } from '../../command-parts/streams-since.js';
import { isAnswerCode } from '../../http/statuses.js';
import type { ApiDependencies } from '../../dependencies.js';
import { categoryReads, type CategoryDocument } from '../../views/categories.projection.js';
import { entryFor } from '../../competitors/invitations.commands.js';
import { codriverOf, knownDriver, personOf, type KnownDriver } from '../../competitors/competitor-people.js';
import {
  invitationReads,
  invitationsProjection,
  type InvitationDocument,
} from '../../views/invitations.projection.js';
import type { FileRow, Values } from './file-rows.js';
import type { RowRefusal } from '../../http/import-refused.js';

/** The result for each row of a list: by the rules of the competitor form, and by the stored data. */

/** A row that can be stored. */
export interface Accepted {
  readonly request: Pick<InvitationDriverRequest, 'User' | 'Driver'> & {
    /** Null in a list of drivers without an event. */
    readonly Invitation: InvitationDriverRequest['Invitation'] | null;
  };
  readonly driver: KnownDriver;
  readonly isPersonChanged: boolean;
  readonly isEntryChanged: boolean;
  /** Its entry in the event, if there is one already. */
  readonly invitation: InvitationDocument | null;
  /** To be stored in place of the present one; its id is 0 if there is none. Null if that stays. */
  readonly codriver: Person | null;
}

export interface JudgedRow {
  readonly row: number;
  readonly fate: RowFate;
  readonly refusal: RowRefusal | null;
  readonly accepted: Accepted | null;
}

/** A row on its own. */
interface Judgement {
  readonly judged: JudgedRow;
  /** Left out if the row was refused before they were known. */
  readonly competitor?: string;
}

export interface Judge {
  /** Rows that name the same competitor twice are refused from the second on. */
  judge(rows: readonly FileRow[]): Promise<readonly JudgedRow[]>;
  /** Loads rows stored since. */
  refresh(): Promise<void>;
}

/** Rows that are judged together, before others have their turn: what they read is asked for in the same turns. */
const SLICE = 24;

/** The entry to which the row gives its first category. */
const uncategorisedOf = ({ judged: { accepted } }: Judgement): number | null => {
  const { invitation = null } = accepted ?? {};
  return invitation?.categoryId === null ? invitation.invitationId : null;
};

const driverRequest = invitationDriverRequest.pick({ User: true, Driver: true });
const emailRule = invitationDriverRequest.shape.User.shape.Email;

const filled = (...texts: readonly (string | null | undefined)[]): string | null =>
  texts.find((text) => text != null && text !== '') ?? null;

const isSameText = (one: string | null | undefined, other: string | null | undefined): boolean =>
  (one ?? '') === (other ?? '');

const isSamePerson = (one: Person | null, other: Person | null): boolean =>
  isSameText(one?.name, other?.name) &&
  isSameText(one?.surname, other?.surname) &&
  isSameText(one?.phone, other?.phone) &&
  isSameText(one?.bloodType, other?.bloodType);

const refusal = (row: number, field: ImportField | null, why: RowRefusal['why']): JudgedRow => ({
  row,
  fate: 'refused',
  refusal: { field, why },
  accepted: null,
});

/** `Invitation.CatId` of the form is `Category` of a list. */
const fieldOf = (path: string): ImportField | null => {
  const name = path.split('.')[1] ?? '';
  if (name === 'CatId') return 'Category';
  return isImportField(name) ? name : null;
};

/**
 * @param event null for a list of drivers of the club alone
 * @param fill by field, for cells that are empty while nothing is stored
 */
export const openJudge = async (
  dependencies: ApiDependencies,
  event: EventDocument | null,
  enteredBy: EnteredBy,
  fill: Values,
): Promise<Judge> => {
  const { readModels, records } = dependencies;
  const changedStreams = await streamsSince(dependencies, invitationsProjection.name);
  const categories: readonly CategoryDocument[] =
    event === null ? [] : await categoryReads(readModels).getMany(event.categoryIds);
  const reads = invitationReads(readModels);
  const known = new Set<number>();
  const idsOfUser = new Map<number, number[]>();
  const note = ({ invitationId, userId }: InvitationDocument): void => {
    if (known.has(invitationId)) return;
    known.add(invitationId);
    idsOfUser.set(userId, [...(idsOfUser.get(userId) ?? []), invitationId]);
  };
  /** Invitations with events that the view did not show yet. */
  let unseen: readonly number[] = [];
  const noteChanged = async (ids: readonly number[]): Promise<void> => {
    if (event === null) return;
    const asked = [...new Set([...unseen, ...ids])].filter((id) => !known.has(id));
    const found = await Promise.all(asked.map((id) => reads.get(id)));
    unseen = asked.filter((_, index) => found[index] === null);
    for (const invitation of found) if (invitation?.eventId === event.eventId) note(invitation);
  };
  /** Their present entries in the event. */
  const invitationsOf = async (userId: number): Promise<readonly InvitationDocument[]> => {
    const found = await Promise.all((idsOfUser.get(userId) ?? []).map((id) => reads.get(id)));
    return found.filter((invitation) => invitation !== null);
  };
  const isEntered = async (userId: number): Promise<boolean> => (await invitationsOf(userId)).length > 0;
  if (event !== null) (await reads.ofEvent(event.eventId)).forEach(note);

  /** The row as the form would send it: its own cells, else the stored values, else the filling. */
  const requestOf = async (
    values: Values,
    driver: KnownDriver | null,
    categoryId: number | undefined,
    invitation: InvitationDocument | null,
  ) => {
    const former = driver?.isForeign === false ? driver.former : null;
    const of = (field: ImportField, stored?: string | null) => filled(values[field], stored, fill[field]);
    const User = {
      Name: of('Name', former?.name) ?? undefined,
      Surname: of('Surname', former?.surname) ?? undefined,
      Phone: of('Phone', former?.phone),
      Email: of('Email') ?? undefined,
    };
    const Driver = { GrupoSanguineo: of('GrupoSanguineo', former?.bloodType) ?? undefined };
    if (event === null) return { User, Driver };
    const codriverId = invitation?.codriverId ?? null;
    const present = codriverId === null ? null : await records.people.get(codriverId);
    // Another co-driver has nothing of the present one, least of all the blood type.
    const isPresent =
      isSameText(filled(values.CodriverName, present?.name), present?.name) &&
      isSameText(filled(values.CodriverSurname, present?.surname), present?.surname);
    const codriver = isPresent ? present : null;
    const CodriverName = of('CodriverName', codriver?.name);
    const CodriverSurname = of('CodriverSurname', codriver?.surname);
    const isNamed = CodriverName !== null || CodriverSurname !== null;
    const Invitation = {
      EveId: event.eventId,
      CatId: categoryId,
      Number: of('Number', invitation?.carNumber),
      Brand: of('Brand', invitation?.brand),
      Model: of('Model', invitation?.model),
      CodriverName,
      CodriverSurname,
      // Nothing is filled in for nobody; a blood type of nobody in the file is refused.
      CodriverGrupoSang: isNamed
        ? of('CodriverGrupoSang', codriver?.bloodType)
        : filled(values.CodriverGrupoSang),
    };
    return { User, Driver, Invitation };
  };

  const judgeOne = async (
    { row, values, hasFormula }: FileRow,
    taken: ReadonlySet<number>,
  ): Promise<Judgement> => {
    if (hasFormula) return { judged: refusal(row, null, 'import.formula') };
    const named = filled(values.Category, fill.Category);
    const category = categories.find(({ name }) => named !== null && isSameName(name, named));
    if (event !== null && named !== null && category === undefined)
      return { judged: refusal(row, 'Category', 'import.unknownCategory') };

    const email = emailRule.safeParse(filled(values.Email, fill.Email));
    const driver = email.success
      ? await knownDriver(dependencies, email.data, enteredBy, 0, isEntered)
      : null;
    const categoryId = category?.categoryId;
    const entries = driver === null ? [] : await invitationsOf(driver.userId);
    const invitation = entryFor(entries, categoryId, taken);
    const given = await requestOf(values, driver, categoryId, invitation);
    const request =
      event === null
        ? { ...parseBody(driverRequest, given), Invitation: null }
        : parseBody(invitationDriverRequest, given);
    // Its address was found well-formed with the rest.
    if (driver === null) return { judged: refusal(row, 'Email', 'emailMalformed') };

    const competitor = `${request.User.Email.toLowerCase()} ${categoryId ?? 0}`;

    const isPersonChanged = !driver.isForeign && !isSamePerson(driver.former, personOf(request, driver));
    const { Invitation } = request;
    const codriverId = invitation?.codriverId ?? null;
    const present = codriverId === null ? null : await records.people.get(codriverId);
    const wanted = Invitation === null ? null : codriverOf(Invitation, present?.id ?? 0);
    const isCodriverChanged = !isSamePerson(present, wanted);
    // Of several entries, as of an event that was copied, another name is another person in this one.
    const isShared =
      isCodriverChanged &&
      codriverId !== null &&
      (await reads.ofUser(driver.userId)).some(
        (other) => other.codriverId === codriverId && other.invitationId !== invitation?.invitationId,
      );
    const codriver = wanted !== null && isShared ? { ...wanted, id: 0 } : wanted;
    const isEntryChanged =
      Invitation !== null &&
      (invitation === null ||
        invitation.categoryId !== Invitation.CatId ||
        !isSameText(invitation.carNumber, Invitation.Number) ||
        !isSameText(invitation.brand, Invitation.Brand) ||
        !isSameText(invitation.model, Invitation.Model) ||
        (isCodriverChanged && codriver?.id === 0));
    const isNew = Invitation === null ? driver.isNew : invitation === null;
    const isChanged = isPersonChanged || isEntryChanged || isCodriverChanged;
    if (invitation?.authorized === true && isChanged)
      return { competitor, judged: refusal(row, null, 'invitation.authorized') };
    const accepted: Accepted = {
      request,
      driver,
      isPersonChanged,
      isEntryChanged,
      invitation,
      codriver: isCodriverChanged ? codriver : null,
    };
    const fate = isNew ? 'new' : isChanged ? 'changed' : 'same';
    return { competitor, judged: { row, fate, refusal: null, accepted } };
  };

  /** Refusals are reported for the row; anything else ends the import. */
  const judged = async (row: FileRow, taken: ReadonlySet<number>): Promise<Judgement> => {
    try {
      return await judgeOne(row, taken);
    } catch (error) {
      if (error instanceof ValidationError) {
        const [first] = Object.entries(error.fields);
        if (first !== undefined) return { judged: refusal(row.row, fieldOf(first[0]), first[1]) };
      }
      if (error instanceof DomainError && !isAnswerCode(error.code))
        return { judged: refusal(row.row, null, error.code) };
      throw error;
    }
  };
  const again = event === null ? 'user.emailTaken' : 'invitation.alreadyAdded';

  return {
    async judge(rows) {
      const seen = new Set<string>();
      /** Entries without a category, by the first row that gives them one. */
      const taken = new Set<number>();
      const found: JudgedRow[] = [];
      for (let from = 0; from < rows.length; from += SLICE) {
        await pause();
        const slice = await Promise.all(
          rows.slice(from, from + SLICE).map(async (row) => [row, await judged(row, taken)] as const),
        );
        for (const [row, judgement] of slice) {
          const { competitor } = judgement;
          const isRepeated = competitor !== undefined && seen.has(competitor);
          if (competitor !== undefined) seen.add(competitor);
          if (isRepeated) {
            found.push(refusal(row.row, 'Email', again));
            continue;
          }
          // Another row of this slice may have taken the same entry.
          const isTaken = taken.has(uncategorisedOf(judgement) ?? 0);
          const final = isTaken ? await judged(row, taken) : judgement;
          const invitationId = uncategorisedOf(final);
          if (invitationId !== null) taken.add(invitationId);
          found.push(final.judged);
        }
      }
      return found;
    },
    async refresh() {
      await noteChanged(idsIn(await changedStreams(), invitationStream));
    },
  };
};
