import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { PassesAnswer, PastPass, Truth } from '@flagpost/contracts';
import { zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { useSectors } from '../../race-control/ui/sector-choice.js';
import { useLazyPassesQuery } from '../api.js';
import { areaOf, instantOf } from '../ui/asked.js';
import { SelectField, TextField, TimeField } from '../ui/fields.js';
import { AnswerTable, QuestionForm, type Asked } from './answer.js';
import { carColumn, numberColumn, timeColumn, type Place } from './columns.js';

const words = TEXTS.history.questions;
const IN_VIEW = 'view';
export const BY_CORNERS = 'corners';

export interface SpeedsForm {
  /** Id of a sector, what the map shows, or an area by its corners. */
  readonly where: string;
  /** Corners as they are typed. */
  readonly corners: string;
  readonly from: string;
  readonly to: string;
}
export const anywhere = IN_VIEW;

/** How fast the cars were in a part of the track, between two instants. */
export const SpeedsQuestion = ({
  truth,
  place,
  form,
  onChange,
  asked,
  cornersInView,
  onDraw,
}: {
  truth: Truth;
  place: Place;
  form: SpeedsForm;
  onChange: (form: SpeedsForm) => void;
  asked: Asked<PassesAnswer>;
  /** Of the part of the ground that the map shows, as the server reads them; null before it is drawn. */
  cornersInView: () => string | null;
  /** The corners are to be drawn on the map. */
  onDraw: () => void;
}): ReactElement => {
  const { eventId, gmtHours } = place;
  const { sectors } = useSectors();
  const [read] = useLazyPassesQuery();
  const { answer } = asked;
  const shown = { ...place, truth: answer?.truth ?? truth };
  const send = async (): Promise<void> => {
    const [from, to] = [instantOf(form.from, gmtHours), instantOf(form.to, gmtHours)];
    const area =
      form.where === IN_VIEW ? cornersInView() : form.where === BY_CORNERS ? areaOf(form.corners) : undefined;
    if (Number.isNaN(from) || Number.isNaN(to)) asked.refuse(words.noTime);
    else if (area === null) asked.refuse(form.where === IN_VIEW ? words.noMap : words.noArea);
    else {
      const where = area === undefined ? { sector: form.where } : { area };
      await asked.ask(() => read({ eventId, truth, from, to, ...where }).unwrap());
    }
  };
  return (
    <>
      <QuestionForm asked={asked} onAsk={send}>
        <SelectField
          label={words.where}
          value={form.where}
          options={[
            [IN_VIEW, words.inView] as const,
            [BY_CORNERS, words.byCorners] as const,
            ...sectors
              .filter(({ From, To }) => From !== null && To !== null)
              .map(({ secId, secNumber }) => [String(secId), words.sector(secNumber)] as const),
          ]}
          onChange={(where) => onChange({ ...form, where })}
        />
        {form.where === BY_CORNERS && (
          <div className="history-corners">
            <TextField
              label={words.corners}
              value={form.corners}
              placeholder="44.61, 8.16; 44.61, 8.17; 44.60, 8.17"
              onChange={(corners) => onChange({ ...form, corners })}
            />
            <Button
              type="button"
              icon="pi pi-pencil"
              outlined
              label={words.draw}
              onClick={() => {
                onChange(form);
                onDraw();
              }}
            />
          </div>
        )}
        <TimeField
          label={words.since(zoneName(gmtHours))}
          value={form.from}
          onChange={(from) => onChange({ ...form, from })}
        />
        <TimeField
          label={words.until(zoneName(gmtHours))}
          value={form.to}
          onChange={(to) => onChange({ ...form, to })}
        />
      </QuestionForm>
      {answer !== null && (
        <AnswerTable
          title={words.tabs.speeds}
          eventId={eventId}
          exported={{
            Content: 'passes',
            Truth: answer.truth,
            From: new Date(answer.from).toISOString(),
            To: new Date(answer.to).toISOString(),
            Invitations: [],
          }}
          rows={answer.passes}
          rowId={({ InvitationId, enteredAt }) => `${InvitationId} ${enteredAt}`}
          columns={[
            carColumn(answer.passes),
            numberColumn<PastPass>(words.heads.maxKph, ({ maxKph }) => maxKph),
            timeColumn<PastPass>(words.heads.maxAt, shown, ({ maxAt }) => maxAt),
            numberColumn<PastPass>(words.heads.meanKph, ({ meanKph }) => meanKph),
            numberColumn<PastPass>(words.heads.minKph, ({ minKph }) => minKph),
            timeColumn<PastPass>(words.heads.enteredAt, shown, ({ enteredAt }) => enteredAt),
            timeColumn<PastPass>(words.heads.leftAt, shown, ({ leftAt }) => leftAt),
          ]}
          note={`${TEXTS.history.truth[answer.truth]}: ${words.passes(answer.passes.length, answer.total)} ${words.speedsNote}`}
        />
      )}
    </>
  );
};
