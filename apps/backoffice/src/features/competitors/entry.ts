import {
  editInvitationDriverRequest,
  invitationDriverRequest,
  LIMITS,
  type CategoryOption,
  type CompetitorRow,
} from '@flagpost/contracts';
import type { z } from 'zod';
import { TEXTS } from '../../shared/texts/competitors.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import type { Section } from '../../shared/ui/form/form-dialog.js';

/** The form of a competitor: the body of the calls that add and edit one. */

export type EntryValues = z.input<typeof invitationDriverRequest>;

export const addForm = invitationDriverRequest;
/** The address is shown and stays; that of a person whom another institution entered is not there. */
export const editForm = invitationDriverRequest.extend({
  User: invitationDriverRequest.shape.User.extend({
    Email: editInvitationDriverRequest.shape.User.shape.Email.unwrap().unwrap(),
  }),
});

const words = TEXTS.entries;

export const startOf = (eventId: number, row: CompetitorRow | null): EntryValues => ({
  User: {
    Name: row?.FirstName ?? '',
    Surname: row?.LastName ?? '',
    Phone: row?.Phone ?? '',
    Email: row?.Email ?? '',
  },
  Driver: { GrupoSanguineo: row?.DriverGrupoSanguineo ?? '' },
  Invitation: {
    EveId: eventId,
    Number: row?.Number ?? '',
    Brand: row?.Brand ?? '',
    Model: row?.Model ?? '',
    CatId: row?.CategoryId ?? Number.NaN,
    CodriverName: row?.CodriverName ?? '',
    CodriverSurname: row?.CodriverSurname ?? '',
    CodriverGrupoSang: row?.CodriverGrupoSanguineo ?? '',
  },
});

/** @param onLeave the address was left, or another category chosen; left out while editing */
export const sectionsOf = (
  categories: readonly CategoryOption[],
  onLeave?: Field<EntryValues>['onLeave'],
): Section<EntryValues>[] => [
  {
    title: words.sections.contact,
    fields: [
      {
        name: 'User.Email',
        label: words.fields.email,
        kind: 'email',
        max: LIMITS.competitorEmail,
        isDisabled: onLeave === undefined,
        ...(onLeave !== undefined && { onLeave }),
      },
      { name: 'User.Phone', label: words.fields.phone, kind: 'tel', max: LIMITS.phone },
    ],
  },
  {
    title: words.sections.info,
    fields: [
      {
        name: 'Invitation.CatId',
        label: words.fields.category,
        kind: 'select',
        options: categories.map(({ Id, Description }) => ({ id: Id, name: Description })),
        ...(onLeave !== undefined && { onLeave }),
      },
      { name: 'Invitation.Number', label: words.fields.number, max: LIMITS.carNumber },
    ],
  },
  {
    title: words.sections.competitor,
    fields: [
      { name: 'User.Name', label: words.fields.firstName, max: LIMITS.name },
      { name: 'User.Surname', label: words.fields.lastName, max: LIMITS.name },
      { name: 'Driver.GrupoSanguineo', label: words.fields.bloodType, max: LIMITS.bloodType },
      {
        name: 'Invitation.CodriverGrupoSang',
        label: words.fields.codriverBloodType,
        max: LIMITS.bloodType,
      },
      { name: 'Invitation.CodriverName', label: words.fields.codriverFirstName, max: LIMITS.name },
      { name: 'Invitation.CodriverSurname', label: words.fields.codriverLastName, max: LIMITS.name },
    ],
  },
  {
    title: words.sections.vehicle,
    fields: [
      { name: 'Invitation.Brand', label: words.fields.brand, max: LIMITS.vehicle },
      { name: 'Invitation.Model', label: words.fields.model, max: LIMITS.vehicle },
    ],
  },
];
