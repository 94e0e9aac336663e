import { z } from 'zod';
import { SELECTED_COMPETITORS_MAX } from '../competitors.js';
import { LIMITS } from '../limits.js';
import type { NeededToAuthorize } from '../ready-to-race.js';
import { FAULTS } from '../texts/fields.js';
import { requiredId } from './required.js';
import { emailAddress, line, optionalLine as optional, readText, requiredLine as required } from './text.js';
import type { DisputeReason, InvitationMailState } from './invitations.js';
import { personal } from './sensitive.js';

/** Competitors and their invitations. */

/** GET /events/drivers/{id}: a competitor of an event. */
export interface CompetitorRow {
  DriverId: number;
  InvitationId: number;
  UserId: number;
  EventId: number;
  Number: string | null;
  Authorized: 0 | 1;
  FirstName: string;
  LastName: string;
  CategoryId: number | null;
  /** One of `INVITATION_STATES`. */
  StatusId: number;
  /** Empty if the category no longer exists. */
  Category: string;
  /** The name of the status, in the language of the request. */
  State: string;
  CodriverName: string | null;
  CodriverSurname: string | null;
  /** Blood types, phone and email are null if none is stored, and for a person whom another club entered. */
  DriverGrupoSanguineo: string | null;
  CodriverGrupoSanguineo: string | null;
  Phone: string | null;
  Email: string | null;
  Brand: string | null;
  Model: string | null;
  /** State of the newest mail of the invitation; null before the first one. */
  Mail: InvitationMailState | null;
  /** The reason for which the competitor disputes the invitation. */
  Disputed: DisputeReason | null;
}

/** GET /invitations/{id} and GET /invitations/byDriverEvent/, which answers a list of at most one. */
export interface InvitationRecord {
  invId: number;
  eveId: number;
  driId: number;
  catId: number | null;
  invNumber: string | null;
  invBrand: string | null;
  invModel: string | null;
  invAuthorized: 0 | 1;
  stsId: number;
}

const id = z.number().int().nonnegative().nullish();

const entered = z.object({
  Id: id,
  EveId: z.number().int().positive(),
  Number: optional(LIMITS.carNumber),
  Brand: optional(LIMITS.vehicle),
  Model: optional(LIMITS.vehicle),
  CatId: requiredId(FAULTS.category),
  CodriverName: personal(optional(LIMITS.name)),
  CodriverSurname: personal(optional(LIMITS.name)),
  CodriverGrupoSang: personal(optional(LIMITS.bloodType)),
});
type Codriver = Pick<z.infer<typeof entered>, 'CodriverName' | 'CodriverSurname' | 'CodriverGrupoSang'>;
/** Nobody can be stored who has a blood type alone. */
const isCodriverNamed = ({ CodriverName, CodriverSurname, CodriverGrupoSang }: Codriver): boolean =>
  CodriverGrupoSang === null || CodriverName !== null || CodriverSurname !== null;
const CODRIVER_UNNAMED = { path: ['CodriverName'], message: FAULTS.codriverName };

/** Body of POST /invitations/createInvitationDriver/ */
export const invitationDriverRequest = z.object({
  User: z.object({
    Id: id,
    Name: personal(required(LIMITS.name, FAULTS.firstName)),
    Surname: personal(required(LIMITS.name, FAULTS.lastName)),
    Phone: personal(optional(LIMITS.phone)),
    Email: emailAddress(required(LIMITS.competitorEmail, FAULTS.email), FAULTS.emailMalformed),
  }),
  Driver: z.object({
    Id: id,
    GrupoSanguineo: personal(required(LIMITS.bloodType, FAULTS.bloodType)),
  }),
  Invitation: entered.refine(isCodriverNamed, CODRIVER_UNNAMED),
});
export type InvitationDriverRequest = z.infer<typeof invitationDriverRequest>;
export interface InvitationDriverAnswer {
  User: { Id: number; Name: string; Surname: string; Phone: string | null; Email: string | null };
  Driver: { Id: number; GrupoSanguineo: string | null };
  Invitation: {
    Id: number;
    EveId: number;
    Number: string | null;
    Brand: string | null;
    Model: string | null;
    CatId: number | null;
    CodriverName: string | null;
    CodriverSurname: string | null;
    CodriverGrupoSang: string | null;
    Authorized: 0 | 1;
    StsId: number;
  };
}

/** What the form of a competitor changes, as the rows of the list have it. */
export const readCompetitor = z.object({
  Number: readText(LIMITS.carNumber),
  Brand: readText(LIMITS.vehicle),
  Model: readText(LIMITS.vehicle),
  CategoryId: z.number().int().positive().nullable(),
  FirstName: personal(z.string().max(LIMITS.name)),
  LastName: personal(z.string().max(LIMITS.name)),
  Phone: personal(readText(LIMITS.phone)),
  DriverGrupoSanguineo: personal(readText(LIMITS.bloodType)),
  CodriverName: personal(readText(LIMITS.name)),
  CodriverSurname: personal(readText(LIMITS.name)),
  CodriverGrupoSanguineo: personal(readText(LIMITS.bloodType)),
}) satisfies z.ZodType<Partial<CompetitorRow>>;
export type ReadCompetitor = z.infer<typeof readCompetitor>;

/**
 * Body of PUT /invitations/updateInvitationDriver/. `Invitation.Id` identifies it; the address cannot change. `Former` is what
 * the sender has read: if somebody has changed something of it since, it is refused; left out, the last one wins.
 */
export const editInvitationDriverRequest = z.object({
  User: invitationDriverRequest.shape.User.extend({
    Email: personal(line(LIMITS.competitorEmail).nullish()),
  }),
  Driver: invitationDriverRequest.shape.Driver,
  Invitation: entered.extend({ Id: z.number().int().positive() }).refine(isCodriverNamed, CODRIVER_UNNAMED),
  Former: readCompetitor.optional(),
});
export type EditInvitationDriverRequest = z.infer<typeof editInvitationDriverRequest>;

const selected = z
  .array(z.number().int().positive())
  .min(1, FAULTS.noneSelected)
  .max(SELECTED_COMPETITORS_MAX);
/** Left out while somebody is to be asked first whether cars that race are meant: see `racing`. */
const confirmed = z.boolean().optional();

/** A body that is a list is its `Invitations`: the specification writes `(ids)`, which may mean either. */
const orList = <Schema extends z.ZodObject>(schema: Schema) =>
  z.preprocess((body) => (Array.isArray(body) ? { Invitations: body as unknown } : body), schema);

/** Body of PATCH /invitations/send/ */
export const selectedRequest = orList(z.object({ Invitations: selected }));

/** Body of PATCH /invitations/deleteSelected/ */
export const deleteSelectedRequest = orList(z.object({ Invitations: selected, Confirmed: confirmed }));
export type DeleteSelectedRequest = z.infer<typeof deleteSelectedRequest>;

/** Body of PATCH /invitations/removeAll/ */
export const removeAllRequest = z.object({ EventId: z.number().int().positive(), Confirmed: confirmed });
export type RemoveAllRequest = z.infer<typeof removeAllRequest>;

/** Cars among those that were to be taken off the race which were heard within `RACING_WITHIN_MS`. */
interface Racing {
  /** If it names any, nothing was done: the same request with `Confirmed` is carried out. */
  racing: number[];
}
/** PATCH /invitations/deleteSelected/ and PATCH /invitations/removeAll/ */
export interface DeletedAnswer extends Racing {
  deleted: number[];
  /** Those that somebody else had deleted. */
  skipped: number[];
}

/** Body of PATCH /invitations/authorized/ */
export const authorizeRequest = z.object({
  Invitations: selected,
  Authorized: z.union([z.literal(0), z.literal(1), z.boolean().transform((yes) => (yes ? 1 : 0))]),
  Confirmed: confirmed,
});
export type AuthorizeRequest = z.infer<typeof authorizeRequest>;
/** Which of the selected competitors were changed, and why the others were not. */
export interface AuthorizeAnswer extends Racing {
  authorized: number[];
  skipped: number[];
  /** In the order of `skipped`. `Lacks` is empty for one that somebody else had deleted. */
  reasons: { InvitationId: number; Lacks: NeededToAuthorize[] }[];
}

/** GET /invitations/counts/{eventId}: the competitors of an event, as a change of many of them goes on. */
export interface CompetitorCounts {
  Invited: number;
  Authorized: number;
  /** Not sent yet. */
  NotSent: number;
}

/** A competitor of a club, regardless of their entries: GET /drivers/WithUser/ and the other reads under /drivers. */
export interface DriverRecord {
  driId: number;
  driGrupoSanguineo: string | null;
  User: {
    useId: number;
    useName: string;
    useSurname: string;
    useEmail: string | null;
    usePhone: string | null;
  };
}

/**
 * Body of PUT /drivers/WithUser/{id}. The address stays. `Former`, ours, is what the sender has read: if somebody has changed
 * something of it since, it is refused; left out, the last one wins.
 */
export const driverWithUserRequest = z.object({
  User: invitationDriverRequest.shape.User.pick({ Name: true, Surname: true, Phone: true }),
  Driver: invitationDriverRequest.shape.Driver,
  Former: z
    .object({
      driGrupoSanguineo: personal(readText(LIMITS.bloodType)),
      User: z.object({
        useName: personal(z.string().max(LIMITS.name)),
        useSurname: personal(z.string().max(LIMITS.name)),
        usePhone: personal(readText(LIMITS.phone)),
      }),
    })
    .optional(),
});
export type DriverWithUserRequest = z.infer<typeof driverWithUserRequest>;

/** Body of DELETE /drivers/selected/ */
export const deleteDriversRequest = z.object({ Drivers: selected });
/** DELETE /drivers/{id} and DELETE /drivers/selected/ */
export interface DeletedDriversAnswer {
  deleted: number[];
  /** Those who may run in an event that is not over. */
  skipped: number[];
  /** Those who are no competitors any more: somebody else had deleted them. */
  missing: number[];
}

/** GET /drivers/format/{eventId}/{userId}/{categoryId}: a list; the first element is the driver. */
export interface DriverInfo {
  CarNumber: string;
  Car: string;
  Pilot: string;
  /** Blood types; null if none is stored, and for another club's competitor. */
  DriverGrupoSanguineo: string | null;
  Copilot: string;
  CodriverGrupoSanguineo: string | null;
  Category: string;
  Counter: number;
}
