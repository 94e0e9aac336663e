import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS, type FieldCode } from '../texts/fields.js';
import { countryId } from './required.js';
import { emailAddress, optionalLine as optional, readText, requiredLine as required } from './text.js';
import { personal, secret } from './sensitive.js';
import type { UserRow } from './users.js';

/** Institutions and their staff, with the field names of specification 000. */

/** An address that can sign in. */
const userEmail = (missing: FieldCode) =>
  emailAddress(
    required(LIMITS.userEmail, missing).min(LIMITS.loginEmail.min, FAULTS.emailTooShort),
    FAULTS.emailMalformed,
  );

/** '34,555667': an optional minus, digits, a comma, digits. A longitude may have three before the comma. */
const DEGREES = { latitude: /^-?\d{1,2},\d+$/, longitude: /^-?\d{1,3},\d+$/ } as const;
const MOST_DEGREES = { latitude: 90, longitude: 180 } as const;

/** Degrees of such a text; NaN for one that is none. */
export const fromCommaDegrees = (text: string): number => Number(text.replace(',', '.'));
/** Degrees as such a text. */
export const toCommaDegrees = (degrees: number): string => {
  const text = String(degrees).replace('.', ',');
  return text.includes(',') ? text : `${text},0`;
};

const degrees = (kind: keyof typeof DEGREES) =>
  optional(LIMITS.coordinate).refine(
    (text) =>
      text === null || (DEGREES[kind].test(text) && Math.abs(fromCommaDegrees(text)) <= MOST_DEGREES[kind]),
    FAULTS[kind],
  );

/** What the form of an institution changes, as its detail has it. */
export const readClub = z.object({
  cluName: z.string().max(LIMITS.name),
  couId: z.number(),
  cluState: z.string().max(LIMITS.place),
  cluCity: z.string().max(LIMITS.place),
  cluAddress: z.string().max(LIMITS.address),
  cluMail: personal(readText(LIMITS.institutionMail)),
  cluWeb: readText(LIMITS.link),
  cluSocialNetwork: readText(LIMITS.link),
  cluFacebook: readText(LIMITS.link),
  cluInstagram: readText(LIMITS.link),
  cluLatitude: readText(LIMITS.coordinate),
  cluLongitude: readText(LIMITS.coordinate),
}) satisfies z.ZodType<Partial<ClubAnswer>>;

/** Body of PUT /clubs/{id}, and `club` of POST /clubs/. A place has both coordinates or none. */
export const clubRequest = z
  .object({
    cluName: required(LIMITS.name, FAULTS.name),
    couId: countryId,
    cluState: required(LIMITS.place, FAULTS.institutionState),
    cluCity: required(LIMITS.place, FAULTS.city),
    cluAddress: required(LIMITS.address, FAULTS.address),
    cluMail: emailAddress(required(LIMITS.institutionMail, FAULTS.mail), FAULTS.mailMalformed),
    cluWeb: optional(LIMITS.link),
    cluSocialNetwork: optional(LIMITS.link),
    cluFacebook: optional(LIMITS.link),
    cluInstagram: optional(LIMITS.link),
    cluLatitude: degrees('latitude'),
    cluLongitude: degrees('longitude'),
    /**
     * Of PUT, ours: the institution as the sender has read it. If somebody has changed it since, the request is refused; left
     * out, the last one wins.
     */
    Former: readClub.optional(),
  })
  .refine((club) => club.cluLatitude !== null || club.cluLongitude === null, {
    path: ['cluLatitude'],
    message: FAULTS.latitude,
  })
  .refine((club) => club.cluLongitude !== null || club.cluLatitude === null, {
    path: ['cluLongitude'],
    message: FAULTS.longitude,
  });
export type ClubRequest = z.infer<typeof clubRequest>;

/** Body of POST /clubs/: an institution, and the contact person who becomes its event organizer. */
export const newClubRequest = z.object({
  club: clubRequest,
  user: z.object({
    Name: personal(required(LIMITS.name, FAULTS.contactFirstName)),
    Surname: personal(required(LIMITS.name, FAULTS.contactLastName)),
    Phone: personal(required(LIMITS.phone, FAULTS.contactPhone)),
    Email: userEmail(FAULTS.contactEmail),
    /** Accepted and ignored: no form has it. */
    Direction: personal(optional(LIMITS.address)),
  }),
});
export type NewClubRequest = z.infer<typeof newClubRequest>;

/** POST /clubs/ */
export interface NewClubAnswer {
  cluId: number;
  useId: number;
}

/** GET /clubs/{id}, /clubs/event/{id}, PUT /clubs/{id}, and of their own GET /users/myClub/ */
export interface ClubAnswer {
  cluId: number;
  couId: number;
  couName: string;
  cluName: string;
  cluAddress: string;
  /** First and last name of its contact person. */
  cluContactName: string | null;
  cluContactPhone: string | null;
  cluMail: string | null;
  cluWeb: string | null;
  cluSocialNetwork: string | null;
  cluFacebook: string | null;
  cluInstagram: string | null;
  /** Degrees with a decimal comma. */
  cluLatitude: string | null;
  cluLongitude: string | null;
  cluState: string;
  cluCity: string;
  /** Ours: the IANA time zone of its country, in which the days of its licences are counted. */
  cluTimeZone: string;
}

/** GET /clubs/withdrivers/{id}: the institution with the competitors that it was the first to enter, in order of name. */
export interface ClubWithDrivers extends ClubAnswer {
  drivers: { Id: number; Name: string; Surname: string; Email: string | null }[];
}

/** GET /clubs/, in order of name. Fields of a licence are those of the licence valid today; null without one. */
export interface ClubRow extends ClubAnswer {
  /** Names of its event organizers, comma-separated. */
  Planners: string;
  usersCount: number;
  /** How many are used, and of how many. */
  licLicensesGiven: number | null;
  licTotal: number | null;
  licLicenseFrom: string | null;
  licLicenseTo: string | null;
  /** Events that start in the licence's period. */
  eventsCount: number;
}

/** What the form of a user changes, as the rows of the list have it. */
export const readStaff = z.object({
  useName: personal(z.string().max(LIMITS.name)),
  useSurname: personal(z.string().max(LIMITS.name)),
  useEmail: personal(readText(LIMITS.userEmail)),
  usePhone: personal(readText(LIMITS.phone)),
  isPlanner: z.boolean(),
  isViewer: z.boolean(),
  isDirector: z.boolean(),
}) satisfies z.ZodType<Partial<UserRow>>;
export type ReadStaff = z.infer<typeof readStaff>;

/** Body of POST /users/roles/ and PUT /users/roles/{id} */
export const staffRequest = z.object({
  FirstName: personal(required(LIMITS.name, FAULTS.firstName)),
  LastName: personal(required(LIMITS.name, FAULTS.lastName)),
  Email: userEmail(FAULTS.email),
  Phone: personal(required(LIMITS.phone, FAULTS.phone)),
  /** Accepted and ignored: no form has it. */
  Address: optional(LIMITS.address),
  /** Empty: a new user gets one by mail. */
  Password: secret(z.literal('').nullish()),
  StatusId: z.number().int().nullish(),
  Roles: z
    .object({ planner: z.boolean(), viewer: z.boolean(), director: z.boolean() }, { error: FAULTS.roles })
    .refine(({ planner, viewer, director }) => planner || viewer || director, FAULTS.roles)
    .meta({
      anyOf: ['planner', 'viewer', 'director'].map((role) => ({ properties: { [role]: { const: true } } })),
    }),
  /** Counts for administrators; others add to their own institution. */
  ClubId: z.number().int().nonnegative().nullish(),
  /**
   * Of PUT, ours: the user as the sender has read them. If somebody has changed them since, the request is refused; left out,
   * the last one wins.
   */
  Former: readStaff.optional(),
});
export type StaffRequest = z.infer<typeof staffRequest>;
/** POST /users/roles/ */
export interface StaffAnswer {
  useId: number;
  stsId: number;
}
/** PUT /users/roles/{id} */
export interface ChangedStaffAnswer extends StaffAnswer {
  /** The address that they get when the link that was mailed to it is opened; null if none waits for that. */
  pendingEmail: string | null;
}
