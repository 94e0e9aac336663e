import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useId, useState, type ReactElement } from 'react';
import { HISTORY_SPAN_MS, LIMITS, MINUTE_MS, zoneGmtHours, type EventRow } from '@flagpost/contracts';
import type { DriveFix } from '@flagpost/track-geometry';
import { useDebounced } from '../../../shared/debounced.js';
import { failureText, fieldFaults } from '../../../shared/failures.js';
import { lapTime, zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/track-drive.js';
import { Failure } from '../../../shared/ui/failure.js';
import { NumberField, SelectField, TimeField } from '../../../shared/ui/form/fields.js';
import { Labelled } from '../../../shared/ui/form/labelled.js';
import { useNewest } from '../../../shared/ui/use-newest.js';
import { useCompetitorsQuery } from '../../competitors/api.js';
import { useEventsQuery } from '../../events/api.js';
import { localField, typedInstants } from '../../events/event-form.js';
import { daysText } from '../../events/times.js';
import { useLapsQuery, useLazyHistoryQuery } from './api.js';
import {
  carsOf,
  countedDrives,
  fixesOf,
  historySpan,
  type Car,
  type CountedDrive,
  type Span,
} from './drives.js';

const words = TEXTS.trackDrive;
/** The newest events; the parameter's largest value. Others are searched for. */
const LISTED_EVENTS = '100';
const SEARCH_AFTER_MS = 300;
const MOST_MINUTES = HISTORY_SPAN_MS / MINUTE_MS;
const MINUTES = '15';
const AT_TIME = 'time';

const partName = ({ firstLap, lastLap, lapTimeMs }: CountedDrive): string =>
  lapTimeMs === null ? words.laps(firstLap, lastLap) : words.lap(firstLap, lapTime(lapTimeMs));

/** The part of a drive by its laps, or by a time and minutes. */
const PartOfDrive = ({
  event,
  car,
  drives,
  onDrive,
}: {
  event: EventRow;
  car: Car;
  drives: readonly CountedDrive[];
  onDrive: (fixes: readonly DriveFix[] | null) => void;
}): ReactElement => {
  const { EventId: eventId, TimeZone: zone } = event;
  const [part, setPart] = useState(drives[0]?.id ?? AT_TIME);
  const [local, setLocal] = useState(() => localField(event.Start, zone));
  const [minutes, setMinutes] = useState(MINUTES);
  const [faults, setFaults] = useState<{ from?: string; minutes?: string; call?: string }>({});
  const [read, { isFetching }] = useLazyHistoryQuery();
  const begin = useNewest();

  const load = async (received: Span, counted: Span | null): Promise<void> => {
    setFaults({});
    const isNewest = begin();
    try {
      const history = await read({ eventId, ...received }).unwrap();
      if (!isNewest()) return;
      const fixes = fixesOf(history, car.invitationId, counted);
      if (fixes.length === 0) setFaults({ call: words.noPositions });
      else onDrive(fixes);
    } catch (error) {
      if (isNewest()) setFaults({ call: Object.values(fieldFaults(error))[0] ?? failureText(error) });
    }
  };
  const show = async (): Promise<void> => {
    onDrive(null);
    const drive = drives.find((each) => each.id === part);
    const from = Date.parse(
      typedInstants({ local, zone, stored: undefined, storedZone: undefined })[0] ?? '',
    );
    const count = Number(minutes);
    if (drive !== undefined) await load(historySpan(drive), drive);
    else if (Number.isNaN(from)) setFaults({ from: words.noTime });
    else if (!(count >= 1 && count <= MOST_MINUTES)) setFaults({ minutes: words.minutesRange(MOST_MINUTES) });
    else await load({ from, to: from + count * MINUTE_MS }, null);
  };
  const change = (then: () => void): void => {
    then();
    // What is being read is no longer chosen.
    begin();
    setFaults({});
    onDrive(null);
  };

  return (
    <>
      {drives.length > 0 && (
        <SelectField
          label={words.part}
          value={part}
          options={[...drives.map((drive) => [drive.id, partName(drive)] as const), [AT_TIME, words.atTime]]}
          onChange={(chosen) => change(() => setPart(chosen))}
        />
      )}
      {part === AT_TIME && (
        <div className="form-fields">
          <TimeField
            label={words.from(zoneName(zoneGmtHours(Date.parse(event.Start), zone)))}
            step={60}
            value={local}
            fault={faults.from}
            onChange={(typed) => change(() => setLocal(typed))}
          />
          <NumberField
            label={words.minutes}
            min={1}
            max={MOST_MINUTES}
            value={minutes}
            fault={faults.minutes}
            onChange={(typed) => change(() => setMinutes(typed))}
          />
        </div>
      )}
      {faults.call !== undefined && <Message severity="warn" text={faults.call} role="alert" />}
      <div>
        <Button
          label={isFetching ? words.reading : words.show}
          icon="pi pi-map"
          loading={isFetching}
          onClick={() => void show()}
        />
      </div>
    </>
  );
};

/** A car of an event that has begun, and a part of what it drove. */
const CarOfEvent = ({
  event,
  onDrive,
}: {
  event: EventRow;
  onDrive: (fixes: readonly DriveFix[] | null) => void;
}): ReactElement => {
  const competitors = useCompetitorsQuery(event.EventId);
  const laps = useLapsQuery(event.EventId);
  const [chosen, setChosen] = useState<number | null>(null);
  const error = competitors.error ?? laps.error;
  if (error !== undefined)
    return (
      <Failure
        error={error}
        onRetry={() => {
          void competitors.refetch();
          void laps.refetch();
        }}
      />
    );
  if (competitors.data === undefined || laps.data === undefined) return <p role="status">{TEXTS.loading}</p>;
  const cars = carsOf(competitors.data, laps.data);
  const hasLaps = new Set(laps.data.map(({ InvitationId }) => InvitationId));
  const proposed = cars.find(({ invitationId }) => hasLaps.has(invitationId)) ?? cars[0];
  const car = cars.find(({ invitationId }) => invitationId === chosen) ?? proposed;
  if (car === undefined) return <p>{words.noCars}</p>;
  return (
    <>
      <SelectField
        label={words.car}
        value={String(car.invitationId)}
        options={cars.map(
          ({ invitationId, number, name }) => [String(invitationId), words.carOf(number, name)] as const,
        )}
        onChange={(id) => {
          setChosen(Number(id));
          onDrive(null);
        }}
      />
      <PartOfDrive
        key={car.invitationId}
        event={event}
        car={car}
        drives={countedDrives(laps.data, car.invitationId)}
        onDrive={onDrive}
      />
    </>
  );
};

/** A drive out of the history of an event that the user may read. */
export const HistorySource = ({
  eventId,
  now,
  onDrive,
}: {
  /** Chosen at first, if it has begun. */
  eventId: number;
  /** Epoch ms. */
  now: number;
  /** Null: what was chosen before no longer is. */
  onDrive: (fixes: readonly DriveFix[] | null) => void;
}): ReactElement => {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, SEARCH_AFTER_MS).trim().slice(0, LIMITS.search);
  const { data, error, refetch } = useEventsQuery({
    ...{ sort: 'Start', order: 'desc', rows: LISTED_EVENTS },
    ...(search !== '' && { search }),
  });
  const [chosen, setChosen] = useState(eventId);
  const searchId = useId();
  if (error !== undefined)
    return <Failure error={error} text={words.eventsFailed} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">{TEXTS.loading}</p>;
  const begun = data.rows.filter(({ Start }) => Date.parse(Start) <= now);
  const event = begun.find(({ EventId }) => EventId === chosen) ?? begun[0];
  const isSearched = typed !== '' || data.total > data.rows.length;
  if (event === undefined && !isSearched) return <p>{words.noEvents}</p>;
  return (
    <div className="form">
      {isSearched && (
        <Labelled label={words.search} labelFor={searchId} fault={undefined} faultId={`${searchId}-fault`}>
          <input
            id={searchId}
            type="search"
            className="p-inputtext p-component"
            maxLength={LIMITS.search}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              onDrive(null);
            }}
          />
        </Labelled>
      )}
      {event === undefined ? (
        <p role="status">{words.noMatch}</p>
      ) : (
        <>
          <SelectField
            label={words.event}
            value={String(event.EventId)}
            options={begun.map(
              ({ EventId, Name, Start, Finish, TimeZone }) =>
                [String(EventId), `${Name} · ${daysText(Start, Finish, TimeZone)}`] as const,
            )}
            onChange={(id) => {
              setChosen(Number(id));
              onDrive(null);
            }}
          />
          <CarOfEvent key={event.EventId} event={event} onDrive={onDrive} />
        </>
      )}
    </div>
  );
};
