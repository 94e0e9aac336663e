import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useRef, useState, type ReactElement, type SubmitEvent } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { STORAGE_KEYS } from '../../../shared/stored-names.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { sortedIds, URGENT_FIRST, type CarSort } from '../car-order.js';
import { selectCarsInAlarm } from '../state/alerts.js';
import { selectLink } from '../state/link.js';
import { carOpened, carStateToggled, isFound, searched, selectView } from '../state/view.js';
import { CarTable } from './car-table.js';
import { CarTiles } from './car-tiles.js';
import { Panel } from './panel.js';
import { useCarItems } from './use-car-items.js';
import { useKeptOrder } from './use-kept-order.js';
import './cars-panel.css';

type Mode = 'table' | 'tiles';
const MODES: readonly (readonly [Mode, string, string])[] = [
  ['table', TEXTS.panels.asTable, 'pi pi-list'],
  ['tiles', TEXTS.panels.asTiles, 'pi pi-th-large'],
];

/** Table or tiles, as this device had it last. */
const useMode = (): [Mode, (mode: Mode) => void] => {
  const [mode, setMode] = useState<Mode>(() =>
    window.localStorage.getItem(STORAGE_KEYS.carsBox) === 'tiles' ? 'tiles' : 'table',
  );
  const choose = (chosen: Mode): void => {
    window.localStorage.setItem(STORAGE_KEYS.carsBox, chosen);
    setMode(chosen);
  };
  return [mode, choose];
};

/** The field as a table or as tiles. Cars in alarm are first. */
export const CarsPanel = (): ReactElement => {
  const { carState, search } = useRaceSelector(selectView);
  const isLive = useRaceSelector((state) => selectLink(state).phase === 'live');
  const inAlarm = useRaceSelector(selectCarsInAlarm);
  const dispatch = useRaceDispatch();
  const [mode, chooseMode] = useMode();
  const [sort, setSort] = useState<CarSort>({ by: 'carNumber', isDescending: false });
  const list = useRef<HTMLDivElement>(null);
  const items = useCarItems(inAlarm);
  const isTable = mode === 'table';
  const inForce = isTable ? sort : URGENT_FIRST;
  const order = useKeptOrder(list, {
    sort: `${mode} ${inForce.by} ${inForce.isDescending} ${carState ?? ''} ${search}`,
    wanted: sortedIds(items, inForce),
    first: inAlarm,
  });
  const byId = new Map(items.map((item) => [item.invitationId, item]));
  const listed = order.flatMap((id) => byId.get(id) ?? []);

  const openFirst = (event: SubmitEvent): void => {
    event.preventDefault();
    const first = listed.find((car) => isFound(car, search));
    if (first !== undefined && search.trim() !== '') dispatch(carOpened(first.invitationId));
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
      <div className="cars-tools">
        <form role="search" className="car-search" onSubmit={openFirst}>
          <InputText
            type="search"
            aria-label={TEXTS.flags.searchCar}
            placeholder={TEXTS.flags.searchCar}
            value={search}
            onChange={(event) => dispatch(searched(event.target.value))}
          />
        </form>
        <div className="cars-mode">
          {MODES.map(([name, label, icon]) => (
            <button
              key={name}
              type="button"
              aria-label={label}
              title={label}
              aria-pressed={mode === name}
              onClick={() => chooseMode(name)}
            >
              <i className={icon} aria-hidden="true" />
            </button>
          ))}
        </div>
      </div>
      <div className="cars-box" ref={list} data-live={isLive}>
        {listed.length === 0 ? (
          <p className="panel-empty">{TEXTS.panels.noCars}</p>
        ) : isTable ? (
          <CarTable items={listed} sort={sort} onSort={setSort} />
        ) : (
          <CarTiles items={listed} />
        )}
      </div>
    </Panel>
  );
};
