import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { firstFew } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import {
  ALL_CARS,
  carsOf,
  receiversChosen,
  selectRaceCategories,
  selectReceivers,
  type Receivers,
} from '../state/receivers.js';
import { selectCars } from '../state/roster.js';
import { ChooseReceivers } from './choose-receivers.js';
import { useSectors } from './sector-choice.js';

const words = TEXTS.flags;

/** 'All cars' or 'Car 12, 31 and 4 more'. */
export const receiverNames = (carNumbers: readonly string[]): string => {
  if (carNumbers.length === 0) return words.allCars;
  const { shown, more } = firstFew(carNumbers);
  return words.someCars(shown, more);
};

interface ReceiverNames {
  /** All cars, categories with their number of cars, or cars. */
  nameOf: (receivers: Receivers) => string;
  /** 'Only car 7'; null if they are all cars, or nobody. */
  onlyOf: (receivers: Receivers) => string | null;
}

/** Names receivers as they are at this moment. */
export const useReceiverNames = (): ReceiverNames => {
  const cars = useRaceSelector(selectCars);
  const categories = useRaceSelector(selectRaceCategories);
  const numbersOf = (receivers: Receivers) =>
    firstFew(carsOf(receivers, cars).map(({ carNumber }) => carNumber));
  const categoriesOf = (categoryIds: readonly number[]) =>
    firstFew(categories.flatMap(({ id, name }) => (categoryIds.includes(id) ? [name] : [])));

  const nameOf = (receivers: Receivers): string => {
    const { shown, more } = numbersOf(receivers);
    if (receivers.kind === 'all') return words.allCars;
    if (shown === '') return words.nobody;
    if (receivers.kind === 'cars') return words.someCars(shown, more);
    const named = categoriesOf(receivers.categoryIds);
    return words.someCategories(named.shown, named.more, carsOf(receivers, cars).length);
  };
  const onlyOf = (receivers: Receivers): string | null => {
    const { shown, more } = numbersOf(receivers);
    if (receivers.kind === 'all' || shown === '') return null;
    return receivers.kind === 'cars' ? words.onlyCars(shown, more) : words.onlyCategories(nameOf(receivers));
  };
  return { nameOf, onlyOf };
};

/**
 * The receivers of the next flag, always visible; of another colour if they are not all cars.
 * @param armed What an armed flag goes to, which a typed number may have changed.
 */
export const ReceiversBanner = ({
  armed,
}: {
  armed: { readonly names: string; readonly isAll: boolean } | null;
}): ReactElement => {
  const receivers = useRaceSelector(selectReceivers);
  const { nameOf } = useReceiverNames();
  const dispatch = useRaceDispatch();
  const [isChoosing, setIsChoosing] = useState(false);
  const { chosen } = useSectors();
  const isAll = receivers.kind === 'all';
  return (
    <div
      className="receivers"
      data-some={!(armed ?? { isAll }).isAll || undefined}
      data-armed={armed !== null || undefined}
    >
      <div className="receivers-words" aria-live="polite">
        <span>{armed === null ? words.receivers : words.armedHint}</span>
        <strong>{armed?.names ?? nameOf(receivers)}</strong>
        {armed === null && chosen !== null && <span>{words.hazardsAt(words.sector(chosen.secNumber))}</span>}
      </div>
      <div className="receivers-buttons">
        <Button
          size="small"
          outlined
          label={words.choose}
          title={words.chooseReceivers}
          aria-haspopup="dialog"
          onClick={() => setIsChoosing(true)}
        />
        {!isAll && (
          <Button
            size="small"
            label={words.allCars}
            title={words.clearSelection}
            onClick={() => dispatch(receiversChosen(ALL_CARS))}
          />
        )}
      </div>
      {isChoosing && <ChooseReceivers onClose={() => setIsChoosing(false)} />}
    </div>
  );
};
