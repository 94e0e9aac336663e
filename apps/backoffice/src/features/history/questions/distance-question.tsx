import { useState, type ReactElement } from 'react';
import type { DistancesAnswer, PastCar, PastStory, Truth } from '@flagpost/contracts';
import { zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { useLazyDistancesQuery } from '../api.js';
import { carsOf, instantOf, localOf } from '../ui/asked.js';
import { TextField, TimeField } from '../../../shared/ui/form/fields.js';
import { AnswerTable, QuestionForm, type Asked } from './answer.js';
import { carColumn, InstantOf, numberColumn, type Place } from './columns.js';

const words = TEXTS.history.questions;

export interface DistanceForm {
  readonly car: string;
  readonly other: string;
  /** Null: the instant that is shown. */
  readonly at: string | null;
}

type Row = DistancesAnswer['others'][number];
const S = 1_000;

interface Faults {
  readonly car?: string | undefined;
  readonly other?: string | undefined;
  readonly at?: string | undefined;
}

/** The one car whose number is typed, or why there is none; neither if nothing is typed. */
const oneCarOf = (
  typed: string,
  cars: readonly PastCar[],
): { readonly id?: number | undefined; readonly fault?: string } => {
  const { ids, unknown } = carsOf(typed, cars);
  if (unknown.length > 0) return { fault: words.unknownCars(unknown.join(', ')) };
  if (ids.length <= 1) return { id: ids[0] };
  const named = cars.filter(({ InvitationId }) => ids.includes(InvitationId));
  const [number = '', ...others] = new Set(named.map(({ CarNumber }) => CarNumber));
  if (others.length > 0) return { fault: words.oneCar };
  return {
    fault: words.ambiguousCar(
      number,
      named.map(({ Name, Surname }) => `${Name} ${Surname}`.trim()).join(', '),
    ),
  };
};

/** From one car to another, or to every other, at an instant. */
export const DistanceQuestion = ({
  story,
  truth,
  place,
  instant: shown,
  form,
  onChange,
  asked,
}: {
  story: PastStory;
  truth: Truth;
  place: Place;
  /** That is shown. */
  instant: number;
  form: DistanceForm;
  onChange: (form: DistanceForm) => void;
  asked: Asked<DistancesAnswer>;
}): ReactElement => {
  const { eventId, gmtHoursAt } = place;
  const gmtHours = gmtHoursAt(shown);
  const [read] = useLazyDistancesQuery();
  const [faults, setFaults] = useState<Faults>({});
  const { answer } = asked;
  const send = async (): Promise<void> => {
    const [one, other] = [oneCarOf(form.car, story.cars), oneCarOf(form.other, story.cars)];
    const instant = form.at === null ? shown : instantOf(form.at, gmtHours);
    const { id: car } = one;
    const isNothing = car === undefined && one.fault === undefined;
    const found: Faults = {
      car: isNothing ? words.noCar : one.fault,
      other: other.fault,
      at: Number.isNaN(instant) ? words.noTime : undefined,
    };
    setFaults(found);
    if (car === undefined || other.fault !== undefined || found.at !== undefined) return;
    await asked.ask(() => read({ eventId, truth, instant, car, other: other.id }).unwrap());
  };
  const at = answer === null ? '' : new Date(answer.instant).toISOString();
  return (
    <>
      <QuestionForm asked={asked} onAsk={send}>
        <TextField
          label={words.from}
          value={form.car}
          fault={faults.car}
          onChange={(car) => onChange({ ...form, car })}
        />
        <TextField
          label={words.toCar}
          value={form.other}
          fault={faults.other}
          placeholder={words.everyOther}
          onChange={(other) => onChange({ ...form, other })}
        />
        <TimeField
          label={words.at(zoneName(gmtHours))}
          value={form.at ?? localOf(shown, gmtHours)}
          fault={faults.at}
          onChange={(value) => onChange({ ...form, at: value })}
        />
      </QuestionForm>
      {answer !== null && (
        <AnswerTable
          title={words.tabs.distance}
          eventId={eventId}
          exported={{
            Content: 'distances',
            Truth: answer.truth,
            From: at,
            To: at,
            Invitations: [answer.car.InvitationId],
          }}
          rows={answer.others}
          rowId={({ InvitationId }) => String(InvitationId)}
          columns={[
            carColumn(answer.others),
            numberColumn<Row>(words.heads.distanceM, ({ distanceM }) => distanceM),
            numberColumn<Row>(words.heads.speedKph, ({ speedKph }) => speedKph),
            numberColumn<Row>(words.heads.ageS, ({ ageMs }) => (ageMs === null ? null : ageMs / S), 1),
          ]}
          note={
            <>
              {TEXTS.history.truth[answer.truth]}: {words.fromCar(answer.car.CarNumber)}{' '}
              <InstantOf
                place={{ ...place, truth: answer.truth }}
                instant={answer.instant}
                car={answer.car.InvitationId}
              />
              . {answer.car.lat === null ? words.noPlace : words.distanceNote}
            </>
          }
        />
      )}
    </>
  );
};
