import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { PassesAnswer, PastPart, PastPass, SectorRow, Truth } from '@flagpost/contracts';
import { zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { useSectors } from '../../race-control/ui/sector-choice.js';
import { useLazyPassesQuery, type PartAsked } from '../api.js';
import { areaOf, instantOf } from '../ui/asked.js';
import { SelectField, TextField, TimeField } from '../../../shared/ui/form/fields.js';
import { AnswerTable, QuestionForm, type Asked } from './answer.js';
import { carColumn, numberColumn, timeColumn, type Place } from './columns.js';
import { StretchFields, faultText } from './stretch-panel.js';
import { endsIn, kmText, stretchIn, type RaceLine, type TypedEnds } from './stretch.js';

const words = TEXTS.history.questions;
const IN_VIEW = 'view';
export const BY_CORNERS = 'corners';
export const BETWEEN_POINTS = 'points';

export interface SpeedsForm {
  /** Id of a sector, what the map shows, an area by its corners, or between two points. */
  readonly where: string;
  /** Corners as they are typed. */
  readonly corners: string;
  readonly stretch: TypedEnds;
  readonly from: string;
  readonly to: string;
}
export const anywhere = IN_VIEW;

const areaAsked = (area: string | null, fault: string): PartAsked | { fault: string } =>
  area === null ? { fault } : { area };

/** The part of the track that a form names, or why it names none. */
const partAsked = (
  { where, corners, stretch }: SpeedsForm,
  cornersInView: () => string | null,
  line: RaceLine | null,
): PartAsked | { fault: string } => {
  if (where === IN_VIEW) return areaAsked(cornersInView(), words.noMap);
  if (where === BY_CORNERS) return areaAsked(areaOf(corners), words.noArea);
  if (where !== BETWEEN_POINTS || line === null) return { sector: where };
  const chosen = stretchIn(line, endsIn(line, stretch));
  return typeof chosen === 'string'
    ? { fault: faultText(line, chosen) }
    : { fromM: chosen.from, toM: chosen.to };
};

const partText = (part: PastPart, sectors: readonly SectorRow[]): string => {
  if ('area' in part) return words.areaWith(part.area.length);
  if ('fromM' in part) return words.stretch.name(kmText(part.fromM), kmText(part.toM));
  return words.sector(sectors.find(({ secId }) => secId === part.sector)?.secNumber ?? part.sector);
};

/** How fast the cars were in a part of the track, between two instants. */
export const SpeedsQuestion = ({
  truth,
  place,
  instant,
  form,
  onChange,
  asked,
  cornersInView,
  line,
  onDraw,
}: {
  truth: Truth;
  place: Place;
  /** That is shown. */
  instant: number;
  form: SpeedsForm;
  onChange: (form: SpeedsForm) => void;
  asked: Asked<PassesAnswer>;
  /** Of the part of the ground that the map shows, as the server reads them; null before it is drawn. */
  cornersInView: () => string | null;
  /** Null: the event has no race line on which a stretch could lie. */
  line: RaceLine | null;
  /** The part of the track is to be chosen on the map. */
  onDraw: () => void;
}): ReactElement => {
  const { eventId, gmtHoursAt } = place;
  const gmtHours = gmtHoursAt(instant);
  const { sectors } = useSectors();
  const [read] = useLazyPassesQuery();
  const { answer } = asked;
  const shown = { ...place, truth: answer?.truth ?? truth };
  const send = async (): Promise<void> => {
    const [from, to] = [instantOf(form.from, gmtHours), instantOf(form.to, gmtHours)];
    const part = partAsked(form, cornersInView, line);
    if (Number.isNaN(from) || Number.isNaN(to)) asked.refuse(words.noTime);
    else if ('fault' in part) asked.refuse(part.fault);
    else await asked.ask(() => read({ eventId, truth, from, to, ...part }).unwrap());
  };
  const drawButton = (label: string): ReactElement => (
    <Button
      type="button"
      icon="pi pi-pencil"
      outlined
      label={label}
      onClick={() => {
        onChange(form);
        onDraw();
      }}
    />
  );
  return (
    <>
      <QuestionForm asked={asked} onAsk={send}>
        <SelectField
          label={words.where}
          value={form.where}
          options={[
            [IN_VIEW, words.inView] as const,
            [BY_CORNERS, words.byCorners] as const,
            ...(line === null ? [] : [[BETWEEN_POINTS, words.betweenPoints] as const]),
            ...sectors
              .filter(({ From, To }) => From !== null && To !== null)
              .map(({ secId, secNumber }) => [String(secId), words.sector(secNumber)] as const),
          ]}
          onChange={(where) => onChange({ ...form, where })}
        />
        {form.where === BY_CORNERS && (
          <div className="history-part">
            <TextField
              label={words.corners}
              value={form.corners}
              placeholder="44.61, 8.16; 44.61, 8.17; 44.60, 8.17"
              onChange={(corners) => onChange({ ...form, corners })}
            />
            {drawButton(words.area.draw)}
          </div>
        )}
        {form.where === BETWEEN_POINTS && line !== null && (
          <div className="history-part">
            <StretchFields
              line={line}
              typed={form.stretch}
              onChange={(stretch) => onChange({ ...form, stretch })}
            />
            {drawButton(words.stretch.draw)}
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
          note={`${TEXTS.history.truth[answer.truth]}, ${partText(answer.where, sectors)}: ${words.passes(answer.passes.length, answer.total)} ${words.speedsNote}`}
        />
      )}
    </>
  );
};
