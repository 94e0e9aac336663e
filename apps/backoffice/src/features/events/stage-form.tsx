import type { ReactElement } from 'react';
import { FAULTS, LIMITS, stagesRequest, type EventDetail, type StageRow } from '@flagpost/contracts';
import { z } from 'zod';
import { TEXTS } from '../../shared/texts/events.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { localField, typedInstants } from './event-form.js';
import { timeNote } from './times.js';

const words = TEXTS.event.stages;
const { Stages, Name, Km } = stagesRequest.shape.stages.element.shape;

/** Its start is a time of the clocks at the track. */
const formOf = ({ eveTimeZone: zone }: EventDetail, stage: StageRow | null, taken: ReadonlySet<number>) =>
  z
    .object({
      Stages: Stages.refine((number) => !taken.has(number), { error: words.taken }),
      Name,
      Km,
      StartDate: z.string().min(1, FAULTS.start),
    })
    .transform((typed, context): StageRow => {
      const stored = { stored: stage?.StartDate, storedZone: zone };
      const [StartDate] = typedInstants({ local: typed.StartDate, zone, ...stored });
      if (StartDate === undefined)
        context.addIssue({ code: 'custom', path: ['StartDate'], message: FAULTS.time });
      const { Positions = null, Start = null, Finish = null } = stage ?? {};
      return { ...typed, StartDate: StartDate ?? '', Positions, Start, Finish };
    });

/** Creates a special stage of an event, or edits one; line and gates are drawn in the map editor and kept. */
export const StageForm = ({
  event,
  stage,
  others,
  onSave,
  onClose,
}: {
  event: EventDetail;
  stage: StageRow | null;
  others: readonly StageRow[];
  onSave: (stage: StageRow) => Promise<unknown>;
  onClose: () => void;
}): ReactElement => {
  const { eveTimeZone: zone, eveStart } = event;
  const numbers = others.map(({ Stages: number }) => number);
  const isDrawn = stage?.Positions != null;
  return (
    <FormDialog
      title={stage === null ? words.create : words.details}
      schema={formOf(event, stage, new Set(numbers))}
      start={{
        Stages: stage?.Stages ?? Math.max(0, ...numbers) + 1,
        Name: stage?.Name ?? '',
        Km: stage?.Km ?? 0,
        StartDate: localField(stage?.StartDate ?? eveStart, zone),
      }}
      sections={[
        {
          fields: [
            { name: 'Stages', label: words.heads.stage, kind: 'number' },
            { name: 'Name', label: words.heads.name, max: LIMITS.name, note: () => TEXTS.keptNames },
            {
              name: 'Km',
              label: words.heads.km,
              kind: 'number',
              isReadOnly: isDrawn,
              ...(isDrawn && { note: () => words.ofLine }),
            },
            {
              name: 'StartDate',
              label: words.heads.start,
              kind: 'datetime-local',
              note: ({ StartDate }) =>
                timeNote(StartDate, zone, ...(stage === null ? [] : [{ iso: stage.StartDate, zone }])),
            },
          ],
        },
      ]}
      onSubmit={onSave}
      onDone={onClose}
      onCancel={onClose}
    />
  );
};
