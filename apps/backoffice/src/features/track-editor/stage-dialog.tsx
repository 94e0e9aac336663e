import type { ReactElement } from 'react';
import { z } from 'zod';
import { FAULTS, LIMITS, stagesRequest } from '@flagpost/contracts';
import { kilometres } from '@flagpost/track-geometry';
import { TEXTS } from '../../shared/texts/editor.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { localField, typedInstants } from '../events/event-form.js';
import { timeNote } from '../events/times.js';
import type { DrawnStage, TrackDocument } from './model/document.js';

const words = TEXTS.editor.stageDialog;
const { Stages, Name } = stagesRequest.shape.stages.element.shape;

/** Makes a polyline the line of a special stage, whose gates are then its ends. */
export const StageDialog = ({
  document,
  lineId,
  zone,
  eventStart,
  onDone,
  onCancel,
}: {
  document: TrackDocument;
  lineId: string;
  /** Time zone of the track. */
  zone: string;
  eventStart: string;
  onDone: (stage: Omit<DrawnStage, 'id'>) => void;
  onCancel: () => void;
}): ReactElement => {
  const points = document.lines.find(({ id }) => id === lineId)?.points ?? [];
  const taken = new Set(document.stages.map(({ number }) => number));
  const km = kilometres([points]);
  const form = z.object({
    Stages: Stages.refine((number) => !taken.has(number), FAULTS.stageNumber),
    Name,
    StartDate: z
      .string()
      .min(1, FAULTS.start)
      .refine(
        (local) => typedInstants({ local, zone, stored: undefined, storedZone: undefined }).length > 0,
        FAULTS.time,
      ),
  });
  return (
    <FormDialog
      title={words.title}
      schema={form}
      start={{
        Stages: Math.max(0, ...taken) + 1,
        Name: '',
        StartDate: localField(eventStart, zone),
      }}
      sections={[
        {
          fields: [
            { name: 'Stages', label: words.number, kind: 'number' },
            { name: 'Name', label: words.name, max: LIMITS.name, note: () => TEXTS.keptNames },
            {
              name: 'StartDate',
              label: words.startDate,
              kind: 'datetime-local',
              note: ({ StartDate }) => timeNote(StartDate, zone),
            },
          ],
        },
      ]}
      submit={words.add}
      summary={() => `${words.km}: ${km.toFixed(2)}`}
      onSubmit={async ({ Stages: number, Name: name, StartDate: local }) => {
        const [startDate = eventStart] = typedInstants({
          local,
          zone,
          stored: undefined,
          storedZone: undefined,
        });
        const [start, finish] = [points[0] ?? null, points.at(-1) ?? null];
        onDone({ number, name, km, startDate, points, start, finish });
      }}
      onDone={() => undefined}
      onCancel={onCancel}
    />
  );
};
