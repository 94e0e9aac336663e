import { projections, upcast } from '@flagpost/api/headless';
import { rebuild, type ReadModels } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { Installation } from '../installation.js';

/** Views that differ from a rebuild. */
export const wrongViews = async ({ log }: Installation, readModels: ReadModels): Promise<string[]> => {
  const rebuilt = await rebuild({ store: log, readModels: memoryReadModels(), projections, upcast });
  const complaints: string[] = [];
  for (const [view, { sha256 }] of Object.entries(rebuilt)) {
    if ((await readModels.digest(view)).sha256 !== sha256)
      complaints.push(`view ${view} is not what a rebuild makes`);
  }
  return complaints;
};

const SHOWN_DIFFERENCES = 5;

/** Differences between the view of a viewer that stayed connected and of one that connected just now. */
export const differences = (stayed: string | null, fresh: string | null): string[] => {
  if (stayed === null || fresh === null) return ['a viewer sees nothing'];
  const lines = fresh.split('\n');
  return stayed
    .split('\n')
    .flatMap((line, index) =>
      line === lines[index]
        ? []
        : [`a viewer that stayed sees ${line.trim()}, a newcomer ${lines[index]?.trim() ?? 'nothing'}`],
    )
    .slice(0, SHOWN_DIFFERENCES);
};
