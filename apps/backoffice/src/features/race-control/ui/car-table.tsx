import { memo, type ReactElement } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { keysOf } from '@flagpost/contracts';
import { lapTime } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { CAR_COLUMNS, firstSortOf, type CarColumn, type CarSort, type ListedCar } from '../car-order.js';
import type { CarRow } from '../live-field.js';
import { useRaceDispatch } from '../state/race-store.js';
import { carTicked } from '../state/receivers.js';
import { carPressed } from '../state/view.js';
import { CarMark } from './car-mark.js';
import { useCoarsePointer } from './media.js';

const ROW_PX = 28;
const FINGER_PX = 44;

/** A car in the cars box, and how it is marked there. */
export interface CarItem extends ListedCar {
  readonly state: CarRow['state'];
  readonly isOpened: boolean;
  /** It has not confirmed some flag in force, and cannot be reached. */
  readonly isUnreached: boolean;
  /** Named as a receiver of the next flag; null where nobody may send one. */
  readonly isTicked: boolean | null;
}

/** Whether nothing of a row changed: rows are made anew twice a second, and most are as they were. */
export const isSameItem = ({ item: a }: { item: CarItem }, { item: b }: { item: CarItem }): boolean =>
  keysOf(a).every((key) => a[key] === b[key]);

const time = (ms: number | null): string => (ms === null ? TEXTS.unknown : lapTime(ms));
const speedOf = ({ speedKph }: ListedCar): string =>
  speedKph === null ? TEXTS.unknown : String(Math.round(speedKph));

/** A row read aloud is a sentence: its cells are for the eye. */
export const sentenceOf = (car: CarItem): string => {
  const words = TEXTS.panels.carRow;
  const said = `${words.car}${car.carNumber}${words.lap}${car.counter}${words.comma}${speedOf(car)}`;
  const unconfirmed = car.unconfirmed === 0 ? '' : words.unconfirmed(car.unconfirmed);
  const unreached = car.isUnreached ? `${words.comma}${TEXTS.flags.notReachable}` : '';
  return `${said}${words.speed(TEXTS.race.counts[car.state])}${unconfirmed}${unreached}`;
};

/** Adds a car to the receivers of the next flag, or removes it. */
const Tick = ({ car, isTicked }: { car: CarItem; isTicked: boolean }): ReactElement => {
  const dispatch = useRaceDispatch();
  return (
    <label className="car-tick" title={TEXTS.flags.tick(car.carNumber)}>
      <input
        type="checkbox"
        aria-label={TEXTS.flags.tick(car.carNumber)}
        checked={isTicked}
        onChange={() => dispatch(carTicked(car.invitationId))}
      />
    </label>
  );
};

const Cells = ({ car }: { car: CarItem }): ReactElement => (
  <>
    <CarMark look={car.look} />
    <strong aria-hidden="true">{car.carNumber}</strong>
    <span aria-hidden="true" className="car-driver">
      {car.pilot}
    </span>
    <span aria-hidden="true" className="car-category">
      {car.category}
    </span>
    <span aria-hidden="true">{car.counter}</span>
    <span aria-hidden="true" className="car-last-lap">
      {time(car.lastLapMs)}
    </span>
    <span aria-hidden="true" className="car-best">
      {time(car.bestLapMs)}
    </span>
    <span aria-hidden="true">{speedOf(car)}</span>
    <span aria-hidden="true" className="car-unconfirmed">
      {car.unconfirmed > 0 && (
        <b data-unreached={car.isUnreached} title={car.isUnreached ? TEXTS.flags.notReachable : undefined}>
          {car.unconfirmed}
        </b>
      )}
    </span>
  </>
);

const Row = memo(function Row({ item }: { item: CarItem }): ReactElement {
  const dispatch = useRaceDispatch();
  return (
    <div className="car-line">
      {item.isTicked !== null && <Tick car={item} isTicked={item.isTicked} />}
      <button
        type="button"
        className="car-row"
        aria-pressed={item.isOpened}
        title={`${item.pilot}${item.category === '' ? '' : `, ${item.category}`}`}
        onClick={() => dispatch(carPressed(item.invitationId))}
      >
        <span className="visually-hidden">{sentenceOf(item)}</span>
        <Cells car={item} />
      </button>
    </div>
  );
}, isSameItem);

const CLASSES: Partial<Record<CarColumn, string>> = {
  driver: 'car-driver',
  category: 'car-category',
  lastLap: 'car-last-lap',
  best: 'car-best',
  unconfirmed: 'car-unconfirmed',
};

/** Sorts by a column; pressed again, the other way. */
const Head = ({
  column,
  sort,
  onSort,
}: {
  column: CarColumn;
  sort: CarSort;
  onSort: (sort: CarSort) => void;
}): ReactElement => {
  const { panels } = TEXTS;
  const isSorted = sort.by === column;
  const name = panels.columns[column];
  const label = isSorted ? panels.sortedBy(name, sort.isDescending) : panels.sortBy(name);
  return (
    <button
      type="button"
      className={CLASSES[column]}
      aria-label={label}
      title={label}
      aria-pressed={isSorted}
      data-descending={isSorted ? sort.isDescending : undefined}
      onClick={() => onSort(isSorted ? { ...sort, isDescending: !sort.isDescending } : firstSortOf(column))}
    >
      {column === 'state' || column === 'unconfirmed' ? (
        <i className={column === 'state' ? 'pi pi-flag' : 'pi pi-question-circle'} aria-hidden="true" />
      ) : (
        name
      )}
    </button>
  );
};

/** The cars in columns, as many as the width of the box has room for. */
export const CarTable = ({
  items,
  sort,
  onSort,
}: {
  items: readonly CarItem[];
  sort: CarSort;
  onSort: (sort: CarSort) => void;
}): ReactElement => {
  const isCoarse = useCoarsePointer();
  const hasTicks = items.some(({ isTicked }) => isTicked !== null);
  return (
    <>
      <div className="car-heads" data-ticks={hasTicks}>
        {CAR_COLUMNS.map((column) => (
          <Head key={column} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
      <Virtuoso
        className="car-list"
        data={items}
        fixedItemHeight={isCoarse ? FINGER_PX : ROW_PX}
        computeItemKey={(_, { invitationId }) => invitationId}
        itemContent={(_, item) => <Row item={item} />}
      />
    </>
  );
};
