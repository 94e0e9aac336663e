import { useId, type ReactElement } from 'react';
import type { CarTrouble, CheckCar } from '@flagpost/contracts';
import { counted } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/check.js';
import { toBeTold, type CheckedCar } from './checked-cars.js';
import { agoText, appText, clockText, troubleText } from './words.js';

const words = TEXTS.check;

const factsOf = (
  { car, test }: CheckedCar,
  now: number,
): readonly (readonly [name: string, value: string])[] => [
  [words.heard, car.HeardAt === null ? words.never : agoText(car.HeardAt, now)],
  [words.accuracy, car.AccuracyM === null ? TEXTS.unknown : words.metres(counted(car.AccuracyM))],
  [words.battery, car.Battery === null ? TEXTS.unknown : words.percent(counted(car.Battery))],
  [words.clock, clockText(car.ClockMs)],
  [words.showsFlags, flagsText(car)],
  ...(test === null ? [] : [[words.test, words.tests[test]] as const]),
  [words.app, appText(car.App)],
  [words.authorization, car.Authorized ? TEXTS.yes : TEXTS.no],
];

const flagsText = ({ ShowsFlags }: CheckCar): string => {
  if (ShowsFlags === null) return TEXTS.unknown;
  return ShowsFlags ? words.connected : words.notConnected;
};

const Remedies = ({
  troubles,
  car,
  now,
}: {
  troubles: readonly CarTrouble[];
  car: CheckCar;
  now: number;
}): ReactElement => (
  <section aria-label={words.whatToDo}>
    {troubles.length === 0 ? (
      <p>{words.nothingToDo}</p>
    ) : (
      <ol className="check-remedies">
        {troubles.map((trouble) => (
          <li key={trouble}>
            <strong>{troubleText(trouble, car, now)}</strong>
            <span>{words.remedies[trouble]}</span>
          </li>
        ))}
      </ol>
    )}
  </section>
);

/** One car: what is wrong with it and what to do; opened, everything that its device said. */
export const CheckRow = ({
  checked,
  now,
  isOpen,
  onToggle,
}: {
  checked: CheckedCar;
  /** By the server's clock, epoch ms. */
  now: number;
  isOpen: boolean;
  onToggle: () => void;
}): ReactElement => {
  const { car, troubles, test } = checked;
  const detail = useId();
  const [worst] = troubles;
  return (
    <li className="check-row" data-car={car.InvitationId} data-well={worst === undefined}>
      <button
        type="button"
        className="check-row-head"
        aria-expanded={isOpen}
        aria-controls={detail}
        onClick={onToggle}
      >
        <span className="check-number">{car.CarNumber ?? words.noNumber}</span>
        <span className="check-who">
          <strong>{car.Driver}</strong>
          <small>{car.Category}</small>
        </span>
        <span className="check-state">
          {worst === undefined ? (
            <span className="check-mark check-well">
              <i className="pi pi-check-circle" aria-hidden="true" />
              {words.well}
            </span>
          ) : (
            <>
              {troubles.map((trouble) => (
                <span key={trouble} className="check-mark" data-worst={trouble === worst}>
                  {trouble === worst && <i className="pi pi-exclamation-triangle" aria-hidden="true" />}
                  {troubleText(trouble, car, now)}
                </span>
              ))}
              <span className="check-remedy">{words.remedies[worst]}</span>
            </>
          )}
          {toBeTold(car) && <span className="check-tested">{words.tellOtherwise}</span>}
          {test !== null && (
            <span className="check-tested" data-test={test}>
              {words.testIs(words.tests[test])}
            </span>
          )}
        </span>
        <i className={`pi ${isOpen ? 'pi-chevron-up' : 'pi-chevron-down'}`} aria-hidden="true" />
      </button>
      <div id={detail} className="check-detail" hidden={!isOpen}>
        {isOpen && (
          <>
            <Remedies troubles={troubles} car={car} now={now} />
            <dl className="check-facts" aria-label={words.facts}>
              {factsOf(checked, now).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </li>
  );
};
