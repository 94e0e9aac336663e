import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useMemo, useState, type ReactElement } from 'react';
import type { PastStory } from '@flagpost/contracts';
import { byCarNumber, lapTime } from '../../../shared/format.js';
import { LANGUAGE } from '../../../shared/language.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { List } from '../../../shared/ui/list/list.js';
import { Modal } from '../../../shared/ui/modal.js';
import { useRace } from '../../race-control/race-context.js';
import { useTableExport } from '../questions/answer.js';
import { carColumn, timeColumn, type AnswerColumn, type Place } from '../questions/columns.js';
import { SelectField } from '../../../shared/ui/form/fields.js';
import { PositionsDeletedNotice } from '../ui/positions-deleted.js';
import { Comparison, MOST_LAPS } from './comparison.js';
import { filteredLaps, timedLaps, type LapFilter, type TimedLap } from './timed-laps.js';
import { useLapTraces } from './use-lap-traces.js';

const words = TEXTS.history.laps;
const S = 1_000;

const ANY = '';

/** The cars and the categories that have laps, to choose one of each. */
const Filters = ({
  laps,
  filter: { car, category },
  onChange,
}: {
  laps: readonly TimedLap[];
  filter: LapFilter;
  onChange: (filter: LapFilter) => void;
}): ReactElement => {
  const cars = [...new Map(laps.map((lap) => [lap.InvitationId, lap])).values()].sort((one, other) =>
    byCarNumber(one.CarNumber, other.CarNumber),
  );
  const categories = [...new Set(laps.map((lap) => lap.category))]
    .filter((name) => name !== '')
    .sort((one, other) => one.localeCompare(other, LANGUAGE));
  return (
    <div className="history-filters">
      <SelectField
        label={TEXTS.history.questions.heads.car}
        value={car === null ? ANY : String(car)}
        options={[
          [ANY, TEXTS.history.exports.allCars],
          ...cars.map(({ InvitationId, CarNumber, driver }): [string, string] => [
            String(InvitationId),
            `${CarNumber} ${driver}`.trim(),
          ]),
        ]}
        onChange={(chosen) => onChange({ car: chosen === ANY ? null : Number(chosen), category })}
      />
      <SelectField
        label={words.category}
        value={category ?? ANY}
        options={[[ANY, words.allCategories], ...categories.map((name): [string, string] => [name, name])]}
        onChange={(chosen) => onChange({ car, category: chosen === ANY ? null : chosen })}
      />
    </div>
  );
};

/** The laps of the race, sorted, filtered and searched; some of them laid over each other. It keeps all while it is closed. */
export const LapsDialog = ({
  story,
  isOpen,
  onHide,
}: {
  story: PastStory;
  isOpen: boolean;
  onHide: () => void;
}): ReactElement | null => {
  const { eventId, gmtHoursAt } = useRace();
  const laps = useMemo(() => timedLaps(story), [story]);
  const [filter, setFilter] = useState<LapFilter>({ car: null, category: null });
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set());
  const traces = useLapTraces(eventId);
  const { save, isSaving } = useTableExport<TimedLap>(eventId);
  if (!isOpen) return null;

  const place: Place = { eventId, gmtHoursAt, truth: 'happened', onFollow: onHide };
  const columns: readonly AnswerColumn<TimedLap>[] = [
    carColumn(laps),
    { head: words.driver, text: ({ driver }) => driver, cell: ({ driver }) => driver },
    { head: words.category, text: ({ category }) => category, cell: ({ category }) => category },
    {
      head: words.lapHead,
      text: ({ lap }) => String(lap),
      order: ({ lap, epoch }) => epoch * 10_000 + lap,
      cell: ({ lap }) => lap,
      shape: 'number',
    },
    {
      head: words.time,
      text: ({ lapTimeMs }) => lapTime(lapTimeMs),
      order: ({ lapTimeMs }) => lapTimeMs,
      cell: ({ lapTimeMs }) => lapTimeMs / S,
      shape: 'number',
    },
    timeColumn(words.crossed, place, ({ crossedAt }) => crossedAt),
  ];
  const picked = laps.filter(({ id }) => selected.has(id));
  const isTooMany = picked.length > MOST_LAPS;
  /** What is listed, as it is. */
  const saveListed = (listed: readonly TimedLap[]): Promise<void> => {
    const times = listed.map(({ crossedAt }) => crossedAt);
    return save(columns, listed, {
      Content: 'laps',
      Truth: 'happened',
      From: new Date(Math.min(...times)).toISOString(),
      To: new Date(Math.max(...times)).toISOString(),
      Invitations: filter.car === null ? [] : [filter.car],
    });
  };
  return (
    <Modal header={words.title} width="960px" onHide={onHide}>
      <PositionsDeletedNotice story={story} gmtHoursAt={gmtHoursAt} />
      <List
        title={words.title}
        heading="h2"
        isTitleHidden
        search={words.search}
        columns={columns}
        toolbar={<Filters laps={laps} filter={filter} onChange={setFilter} />}
        rows={filteredLaps(laps, filter)}
        rowId={({ id }) => id}
        selection={{
          ids: selected,
          onChange: setSelected,
          label: ({ CarNumber, lap, lapTimeMs }) => words.lapOf(CarNumber, lap, lapTime(lapTimeMs)),
        }}
        actions={(listed) => (
          <>
            <Button
              icon="pi pi-chart-line"
              label={words.compare(picked.length)}
              disabled={picked.length === 0 || isTooMany}
              loading={traces.isReading}
              onClick={() => void traces.compare(picked)}
            />
            {listed.length > 0 && (
              <Button
                icon="pi pi-download"
                outlined
                label={TEXTS.history.questions.csv}
                loading={isSaving}
                onClick={() => void saveListed(listed)}
              />
            )}
          </>
        )}
        onRetry={() => undefined}
        empty={laps.length === 0 ? words.empty : TEXTS.list.noMatch}
        footer={TEXTS.history.questions.footer}
      />
      {isTooMany && <Message severity="warn" text={words.tooMany(MOST_LAPS)} role="alert" />}
      {traces.fault !== null && <Message severity="warn" text={traces.fault} role="alert" />}
      {traces.chosen.length > 0 && <Comparison chosen={traces.chosen} place={place} />}
    </Modal>
  );
};
