import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { Skeleton } from 'primereact/skeleton';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { CheckAnswer } from '@flagpost/contracts';
import { counted, deviceGmtHours, timeOfDay } from '../../shared/format.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/check.js';
import { Page } from '../../shared/ui/page.js';
import { useKeptOrder } from '../race-control/ui/use-kept-order.js';
import { EventMissing } from '../events/event-missing.js';
import { useCheckQuery } from './api.js';
import { CheckRow } from './check-row.js';
import {
  carNumbered,
  checkedCars,
  filtersOf,
  isListed,
  toBeTold,
  type CheckedCar,
  type CheckFilter,
} from './checked-cars.js';
import { FindCar } from './find-car.js';
import { RecordCheck } from './record-check.js';
import { ScanCode } from './scan-code.js';
import { TestAll } from './test-all.js';
import './check.css';

const words = TEXTS.check;

/** The doors write what they heard every 5 s. */
const LOOK_EVERY_MS = 3_000;
const OLD_AFTER_MS = 12_000;
const SKELETON_ROWS = 6;
const NOBODY: ReadonlySet<number> = new Set();

/** Green when every car is well. */
const Verdict = ({ cars, isStale }: { cars: readonly CheckedCar[]; isStale: boolean }): ReactElement => {
  const well = cars.filter(({ troubles }) => troubles.length === 0).length;
  const isAllWell = well === cars.length;
  const untold = cars.filter(({ car }) => toBeTold(car)).length;
  const ofAll = cars.length === 1 ? words.oneWell : words.allWell(counted(cars.length));
  return (
    <p className="check-verdict" role="status" data-well={isAllWell} data-stale={isStale}>
      <i className={`pi ${isAllWell ? 'pi-check-circle' : 'pi-exclamation-triangle'}`} aria-hidden="true" />
      {isAllWell ? ofAll : words.someWell(counted(well), counted(cars.length))}
      {untold > 0 && ` · ${words.tellOthers(untold)}`}
    </p>
  );
};

const Filters = ({
  cars,
  filter,
  onFilter,
}: {
  cars: readonly CheckedCar[];
  filter: CheckFilter;
  onFilter: (filter: CheckFilter) => void;
}): ReactElement => (
  <div className="check-filters" role="group" aria-label={words.filter}>
    {filtersOf(cars).map(({ filter: each, count }) => (
      <button
        key={each}
        type="button"
        className="check-filter"
        aria-pressed={each === filter}
        onClick={() => onFilter(each === filter ? 'all' : each)}
      >
        {words.filters[each]} <strong>{counted(count)}</strong>
      </button>
    ))}
  </div>
);

const Empty = ({ eventId }: { eventId: number }): ReactElement => (
  <div className="check-empty">
    <p>{words.empty}</p>
    <p>{words.emptyNext}</p>
    <Link className="p-button p-component p-button-outlined" to={PATHS.event(eventId)}>
      {words.toEvent}
    </Link>
  </div>
);

const Shown = ({
  eventId,
  answer,
  isStale,
}: {
  eventId: number;
  answer: CheckAnswer;
  isStale: boolean;
}): ReactElement => {
  const now = Date.parse(answer.Now);
  const cars = useMemo(() => checkedCars(answer), [answer]);
  const [filter, setFilter] = useState<CheckFilter>('all');
  const [openCar, setOpenCar] = useState<number | null>(null);
  /** Counts the ways to a row, so that it is shown again if it is the same. */
  const [sought, setSought] = useState({ car: 0, times: 0 });
  const list = useRef<HTMLUListElement>(null);
  const listed = cars.filter((car) => isListed(car, filter));
  const order = useKeptOrder(list, {
    sort: filter,
    wanted: listed.map(({ car }) => car.InvitationId),
    first: NOBODY,
  });
  const byId = new Map(listed.map((checked) => [checked.car.InvitationId, checked]));

  useEffect(() => {
    if (sought.times === 0) return;
    const head = list.current?.querySelector<HTMLElement>(`[data-car="${sought.car}"] > button`);
    head?.focus();
    head?.scrollIntoView({ block: 'center' });
  }, [sought]);

  const show = (car: number): void => {
    setFilter('all');
    setOpenCar(car);
    setSought(({ times }) => ({ car, times: times + 1 }));
  };
  const find = (number: string): boolean => {
    const found = carNumbered(cars, number);
    if (found === undefined) return false;
    show(found.car.InvitationId);
    return true;
  };

  if (cars.length === 0) return <Empty eventId={eventId} />;
  return (
    <>
      {isStale && <Message severity="warn" text={words.stale(timeOfDay(now, deviceGmtHours(now)))} />}
      <Verdict cars={cars} isStale={isStale} />
      <TestAll eventId={eventId} answer={answer} cars={cars} isStale={isStale} />
      <RecordCheck eventId={eventId} answer={answer} isStale={isStale} />
      <div className="check-tools">
        <div className="check-search">
          <FindCar onFind={find} />
          <ScanCode eventId={eventId} onCar={show} />
        </div>
        <Filters cars={cars} filter={filter} onFilter={setFilter} />
      </div>
      {listed.length === 0 && (
        <div className="check-empty">
          <p>{words.noneListed}</p>
          <Button label={words.showAll} outlined onClick={() => setFilter('all')} />
        </div>
      )}
      <ul className="check-list" aria-label={words.cars} ref={list} data-stale={isStale}>
        {order.flatMap((id) => {
          const checked = byId.get(id);
          return checked === undefined
            ? []
            : [
                <CheckRow
                  key={id}
                  checked={checked}
                  now={now}
                  isOpen={openCar === id}
                  onToggle={() => setOpenCar(openCar === id ? null : id)}
                />,
              ];
        })}
      </ul>
    </>
  );
};

const Loading = (): ReactElement => (
  <div role="status">
    <span className="visually-hidden">{TEXTS.loading}</span>
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      <Skeleton key={row} height="64px" borderRadius="8px" className="check-skeleton" />
    ))}
  </div>
);

/** Whether nothing has come for a while since the answer of this time: a call that fails is repeated before it says so. */
const useIsOld = (answeredAt: number | undefined): boolean => {
  const [old, setOld] = useState<number | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setOld(answeredAt), OLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [answeredAt]);
  return answeredAt !== undefined && old === answeredAt;
};

/** /check/{eventId}: whether every car is heard and can be reached, on a tablet in the pit lane. */
export const CheckPage = ({ eventId }: { eventId: number }): ReactElement => {
  const { data, error, refetch, fulfilledTimeStamp } = useCheckQuery(eventId, {
    pollingInterval: LOOK_EVERY_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  });
  const isOld = useIsOld(fulfilledTimeStamp);
  return (
    <Page title={words.title} of={data?.EventName}>
      <section className="check" aria-labelledby="check-title">
        <header>
          <div>
            <h1 id="check-title">{words.title}</h1>
            {data !== undefined && <p>{data.EventName}</p>}
          </div>
          <nav className="check-ways" aria-label={words.title}>
            <Link className="p-button p-component p-button-text" to={PATHS.checkCodes(eventId)}>
              {words.codes}
            </Link>
            <Link className="p-button p-component p-button-text" to={PATHS.event(eventId)}>
              {words.toEvent}
            </Link>
            <Link className="p-button p-component p-button-text" to={PATHS.liveMap(eventId)}>
              {words.toMap}
            </Link>
          </nav>
        </header>
        {error !== undefined && data === undefined && (
          <EventMissing error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === undefined && <Loading />}
        {data !== undefined && (
          <Shown eventId={eventId} answer={data} isStale={error !== undefined || isOld} />
        )}
      </section>
    </Page>
  );
};
