import type { ReadModels } from '@flagpost/read-models';
import { anyAlert } from '../views/alerts.projection.js';
import { anyFlag } from '../views/flags.projection.js';
import { anyLap } from '../views/laps.projection.js';

/** Whether a race of the event was recorded: a flag, an alert or a lap. */
export const hasRaces = async (readModels: ReadModels, eventId: number): Promise<boolean> =>
  (await anyLap(readModels, eventId)) ||
  (await anyFlag(readModels, eventId)) ||
  (await anyAlert(readModels, eventId));
