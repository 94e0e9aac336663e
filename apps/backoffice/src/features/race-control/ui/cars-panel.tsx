import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import type { ReactElement, SubmitEvent } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { isInState, type CarRow } from '../live-cars.js';
import { presentSpeed } from '../present-speed.js';
import { useLiveCars } from '../race-context.js';
import type { RosterCar } from '../state/roster.js';
import {
  carOpened,
  carPressed,
  carStateToggled,
  isFound,
  searched,
  selectShownCars,
  selectView,
} from '../state/view.js';
import { CarMark } from './car-mark.js';
import { Panel } from './panel.js';

const ROW_PX = 44;

/** Text for screen readers in place of column heads and the mark, so that a row read aloud is a sentence. */
const Unseen = ({ text }: { text: string }): ReactElement => <span className="visually-hidden">{text}</span>;

const Row = ({
  car,
  row,
  isSelected,
}: {
  car: RosterCar;
  row: CarRow;
  isSelected: boolean;
}): ReactElement => {
  const dispatch = useRaceDispatch();
  const words = TEXTS.panels.carRow;
  return (
    <button
      type="button"
      className="car-row"
      aria-pressed={isSelected}
      title={car.pilot}
      onClick={() => dispatch(carPressed(car.invitationId))}
    >
      <CarMark look={row.look} />
      <strong>
        <Unseen text={words.car} />
        {car.carNumber}
      </strong>
      <span>
        <Unseen text={words.lap} />
        {row.counter}
      </span>
      <span>
        <Unseen text={words.comma} />
        {presentSpeed(row)}
        <Unseen text={words.speed(TEXTS.race.counts[row.state])} />
      </span>
    </button>
  );
};

/** Number, lap and speed of the cars that the filters leave, in the order of their numbers. */
export const CarsPanel = (): ReactElement => {
  const live = useLiveCars();
  const shown = useRaceSelector(selectShownCars);
  const { carState, selection, search } = useRaceSelector(selectView);
  const dispatch = useRaceDispatch();
  const listed = shown.flatMap((car) => {
    const row = live.row(car.invitationId);
    if (row === undefined || !isFound(car, search)) return [];
    return carState === null || isInState(row, carState) ? [{ car, row }] : [];
  });
  const openFirst = (event: SubmitEvent): void => {
    event.preventDefault();
    const [first] = listed;
    if (first !== undefined && search.trim() !== '') dispatch(carOpened(first.car.invitationId));
  };
  return (
    <Panel name="cars" title={TEXTS.panels.cars} grows>
      {carState !== null && (
        <div className="panel-filter">
          {TEXTS.panels.filteredBy(TEXTS.race.counts[carState])}
          <Button
            size="small"
            text
            label={TEXTS.panels.showAll}
            onClick={() => dispatch(carStateToggled(carState))}
          />
        </div>
      )}
      <form role="search" className="car-search" onSubmit={openFirst}>
        <InputText
          type="search"
          aria-label={TEXTS.flags.searchCar}
          placeholder={TEXTS.flags.searchCar}
          value={search}
          onChange={(event) => dispatch(searched(event.target.value))}
        />
      </form>
      <div className="car-row car-row-head" aria-hidden="true">
        <span />
        <span>{TEXTS.panels.carNumber}</span>
        <span>{TEXTS.panels.lap}</span>
        <span>{TEXTS.panels.speed}</span>
      </div>
      {listed.length === 0 ? (
        <p className="panel-empty">{TEXTS.panels.noCars}</p>
      ) : (
        <Virtuoso
          className="car-list"
          style={{ height: Math.min(400, listed.length * ROW_PX) }}
          data={listed}
          fixedItemHeight={ROW_PX}
          computeItemKey={(_, { car }) => car.invitationId}
          itemContent={(_, { car, row }) => (
            <Row car={car} row={row} isSelected={selection.includes(car.invitationId)} />
          )}
        />
      )}
    </Panel>
  );
};
