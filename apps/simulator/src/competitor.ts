import type { InvitationDriverRequest } from '@flagpost/contracts';

/** An entry without a co-driver. */
export interface Competitor {
  readonly number: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly bloodType: string;
  readonly brand: string;
  readonly model: string;
}

export const competitorRequest = (
  eventId: number,
  categoryId: number,
  { number, name, surname, email, bloodType, brand, model }: Competitor,
): InvitationDriverRequest => ({
  User: { Id: null, Name: name, Surname: surname, Phone: null, Email: email },
  Driver: { Id: null, GrupoSanguineo: bloodType },
  Invitation: {
    Id: null,
    EveId: eventId,
    Number: number,
    Brand: brand,
    Model: model,
    CatId: categoryId,
    CodriverName: null,
    CodriverSurname: null,
    CodriverGrupoSang: null,
  },
});
