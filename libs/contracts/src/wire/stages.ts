import { z } from 'zod';
import { latLng, type LatLng } from '../geo.js';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { TRACK_LIMITS } from '../track.js';
import { points } from './points.js';
import { instant, requiredNumber } from './required.js';
import { requiredLine } from './text.js';

/** Special stages of an event. */

const stage = z.object({
  /** Its number in the event. */
  Stages: requiredNumber(FAULTS.stageNumber).int().positive(FAULTS.stageNumber).max(9_999),
  Name: requiredLine(LIMITS.name, FAULTS.name),
  /** Of no account if the stage has a line: its length is answered then. */
  Km: z.number().nonnegative().max(1_000),
  StartDate: instant(FAULTS.start),
  /** Ours: its line in driving order, and its gates; null or left out: not drawn. */
  Positions: points(2).nullish(),
  Start: latLng.nullish(),
  Finish: latLng.nullish(),
});

export const stages = z.array(stage).max(TRACK_LIMITS.stages);
export type StageRequest = z.infer<typeof stage>;

/** GET /events/specialstages/{id}, by number */
export interface StageRow {
  /** Its number. */
  Stages: number;
  Name: string;
  /** Of its line, if it has one. */
  Km: number;
  StartDate: string;
  /** Ours: its line in driving order, and its gates; null: not drawn. */
  Positions: LatLng[] | null;
  Start: LatLng | null;
  Finish: LatLng | null;
}
