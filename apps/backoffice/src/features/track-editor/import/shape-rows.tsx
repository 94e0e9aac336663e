import { useId, type ReactElement } from 'react';
import { kilometres } from '@flagpost/track-geometry';
import { TEXTS } from '../../../shared/texts/track-import.js';
import { isPoint, purposesOf, type Choice, type Purpose } from './choices.js';

const words = TEXTS.trackImport;

const ShapeRow = ({
  choice: { shape, purpose },
  isMarked,
  onMark,
  onChoose,
}: {
  choice: Choice;
  isMarked: boolean;
  onMark: () => void;
  onChoose: (purpose: Purpose) => void;
}): ReactElement => {
  const id = useId();
  const name = shape.Name ?? words.nameless;
  return (
    <li data-marked={isMarked || undefined} data-unused={purpose === 'nothing' || undefined}>
      <button
        type="button"
        className="track-import-name"
        aria-pressed={isMarked}
        title={words.show(name)}
        onClick={onMark}
      >
        <i className={`pi ${isPoint(shape) ? 'pi-map-marker' : 'pi-share-alt'}`} aria-hidden="true" />
        <span>{name}</span>
        {!isPoint(shape) && (
          <small>{words.size(shape.Positions.length, kilometres([shape.Positions]).toFixed(2))}</small>
        )}
      </button>
      <label htmlFor={id} className="track-import-label">
        {words.becomes(name)}
      </label>
      <select
        id={id}
        className="p-inputtext p-component"
        value={purpose}
        onFocus={onMark}
        onChange={({ target }) => onChoose(target.value as Purpose)}
      >
        {purposesOf(shape).map((each) => (
          <option key={each} value={each}>
            {words.purposes[each]}
          </option>
        ))}
      </select>
    </li>
  );
};

/** The shapes of a file, and what becomes of each. */
export const ShapeRows = ({
  choices,
  marked,
  onMark,
  onChoose,
}: {
  choices: readonly Choice[];
  marked: number | null;
  onMark: (index: number) => void;
  onChoose: (index: number, purpose: Purpose) => void;
}): ReactElement => (
  <ul className="track-import-shapes" aria-label={words.shapes}>
    {choices.map((choice, index) => (
      <ShapeRow
        key={index}
        choice={choice}
        isMarked={index === marked}
        onMark={() => onMark(index)}
        onChoose={(purpose) => onChoose(index, purpose)}
      />
    ))}
  </ul>
);
