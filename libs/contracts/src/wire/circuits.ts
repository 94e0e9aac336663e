import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { countryId, requiredNumber } from './required.js';
import { requiredLine as required } from './text.js';

/** Circuits: the places of a club, as the calls of specification 001 section 7 name them. */

const DEGREES = /^(-?\d{1,3}(\.\d+)?)?$/;

/** Degrees as a number, or as they are typed: digits with an optional decimal point, or nothing. */
const degrees = (most: number) =>
  z
    .union(
      [
        requiredNumber(FAULTS.coordinates).min(-most).max(most),
        z
          .string()
          .trim()
          .max(LIMITS.coordinate)
          .regex(DEGREES, FAULTS.coordinates)
          .refine((text) => Math.abs(Number(text)) <= most, FAULTS.coordinates)
          .transform((text) => (text === '' ? null : Number(text))),
      ],
      { error: FAULTS.coordinates },
    )
    .nullish()
    .transform((value) => value ?? null);

/** What the form of a circuit changes, as the rows of the list have it. */
export const readCircuit = z.object({
  cirName: z.string().max(LIMITS.name),
  cirVisibility: z.boolean(),
  couId: z.number(),
  cirState: z.string().max(LIMITS.place),
  cirCity: z.string().max(LIMITS.place),
  cirLat: z.number().nullable(),
  cirLong: z.number().nullable(),
}) satisfies z.ZodType<Partial<CircuitRow>>;
export type ReadCircuit = z.infer<typeof readCircuit>;

/** Body of POST /circuits/ and PUT /circuits/{id}. A place has both coordinates or none. */
export const circuitRequest = z
  .object({
    Name: required(LIMITS.name, FAULTS.name),
    /** Whether other institutions may read it. */
    Visibility: z.boolean().default(false),
    CouId: countryId,
    State: required(LIMITS.place, FAULTS.state),
    City: required(LIMITS.place, FAULTS.city),
    Lat: degrees(90),
    Long: degrees(180),
    /** Ours: whose it is. Counts for administrators when they create one; others create their own institution's. */
    ClubId: z.number().int().nonnegative().nullish(),
    /**
     * Of PUT, ours: the circuit as the sender has read it. If somebody has changed it since, the request is refused; left out,
     * the last one wins.
     */
    Former: readCircuit.optional(),
  })
  .refine(({ Lat, Long }) => Lat !== null || Long === null, { path: ['Lat'], message: FAULTS.coordinates })
  .refine(({ Lat, Long }) => Long !== null || Lat === null, { path: ['Long'], message: FAULTS.coordinates });
export type CircuitRequest = z.infer<typeof circuitRequest>;

/** GET /circuits/, in order of name, and /circuits/{id} */
export interface CircuitRow {
  cirId: number;
  cirName: string;
  cirVisibility: boolean;
  /** The country, under both names that the specification gives it. */
  couId: number;
  coudId: number;
  couName: string;
  cirState: string;
  cirCity: string;
  cirLat: number | null;
  cirLong: number | null;
  /** Ours: whose it is. */
  cluId: number;
  cluName: string;
}

/** POST, PUT and DELETE /circuits/ */
export interface CircuitAnswer {
  cirId: number;
  cirName: string;
}
