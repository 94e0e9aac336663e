import { memo, type CSSProperties, type ReactElement } from 'react';
import { VirtuosoGrid } from 'react-virtuoso';
import { CAR_LOOKS, type CarLook } from '@flagpost/contracts';
import type { MapPalette } from '@flagpost/map-layers';
import { faceOf, numberInk } from '@flagpost/map-layers/car-face';
import { useRaceDispatch } from '../state/race-store.js';
import { carPressed } from '../state/view.js';
import { isSameItem, sentenceOf, type CarItem } from './car-table.js';
import { usePalette, VARIABLES } from './palette.js';

type Inks = ReadonlyMap<CarLook, 'black' | 'white'>;

const inksOf = (palette: MapPalette): Inks =>
  new Map(CAR_LOOKS.map((look) => [look, numberInk(look, palette)]));

const Tile = memo(
  function Tile({ item, inks }: { item: CarItem; inks: Inks }): ReactElement {
    const dispatch = useRaceDispatch();
    const { numberGround, pattern, badge } = faceOf(item.look);
    const style = {
      '--tile-ground': `var(${VARIABLES[numberGround]})`,
      '--tile-ink': `var(${VARIABLES[inks.get(item.look) ?? 'white']})`,
    } as CSSProperties;
    return (
      <button
        type="button"
        className="car-tile"
        data-pattern={pattern}
        data-look={typeof item.look === 'string' ? item.look : undefined}
        data-ticked={item.isTicked === true}
        aria-pressed={item.isOpened}
        title={item.pilot}
        style={style}
        onClick={() => dispatch(carPressed(item.invitationId))}
      >
        <span className="visually-hidden">{sentenceOf(item)}</span>
        <span className="car-tile-number" aria-hidden="true">
          {item.carNumber}
        </span>
        {badge !== null && (
          <span className="car-tile-badge" aria-hidden="true">
            {badge}
          </span>
        )}
      </button>
    );
  },
  (a, b) => a.inks === b.inks && isSameItem(a, b),
);

/** The cars as numbers on the colours of their states: the whole field at a glance. */
export const CarTiles = ({ items }: { items: readonly CarItem[] }): ReactElement => {
  const palette = usePalette();
  const inks = inksFor(palette);
  return (
    <VirtuosoGrid
      className="car-list"
      listClassName="car-tiles"
      data={items}
      computeItemKey={(_, { invitationId }) => invitationId}
      itemContent={(_, item) => <Tile item={item} inks={inks} />}
    />
  );
};

const known = new WeakMap<MapPalette, Inks>();
/** Computed once for each palette. */
const inksFor = (palette: MapPalette): Inks => {
  const inks = known.get(palette) ?? inksOf(palette);
  known.set(palette, inks);
  return inks;
};
