import { z } from 'zod';
import { latLng } from '../geo.js';
import { TRACK_LIMITS } from '../track.js';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Only the first faulty point is reported: to find all of them would block other requests. */
export const points = (min: number) =>
  z.preprocess((value, context) => {
    if (!isList(value) || value.length > TRACK_LIMITS.points) return value;
    for (const [index, point] of value.entries()) {
      const [fault] = latLng.safeParse(point, { reportInput: true }).error?.issues ?? [];
      if (fault === undefined) continue;
      // Without a message: the schema of the whole body supplies it.
      context.addIssue({ ...fault, path: [index, ...fault.path], message: undefined });
      return z.NEVER;
    }
    return value;
  }, z.array(latLng).min(min).max(TRACK_LIMITS.points));
