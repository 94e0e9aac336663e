import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { latLng, LIMITS, type LatLng } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/editor.js';

const words = TEXTS.editor;

/** Digits with an optional decimal point; west and south are negative. */
const DEGREES = /^-?\d{1,3}(\.\d+)?$/;

const numberOf = (typed: string): number => (DEGREES.test(typed.trim()) ? Number(typed.trim()) : Number.NaN);

/** Coordinates as they were typed; null if they are none on earth. */
export const coordinatesOf = (lat: string, lng: string): LatLng | null =>
  latLng.safeParse({ lat: numberOf(lat), lng: numberOf(lng) }).data ?? null;

export const shownDegrees = (degrees: number): string => degrees.toFixed(6);

/** Goes to typed coordinates, and draws there. Left empty, they are those of the middle of the map. */
export const CoordinatesForm = ({
  middle,
  add,
  onGoTo,
  onAdd,
}: {
  middle: LatLng | null;
  /** Label of the button that draws. */
  add: string;
  onGoTo: (at: LatLng) => void;
  onAdd: (at: LatLng) => void;
}): ReactElement => {
  const id = useId();
  const [lat, setLat] = useState('');
  const [lng, setLng] = useState('');
  const [isFaulty, setIsFaulty] = useState(false);

  const withTyped = (then: (at: LatLng) => void): void => {
    const isEmpty = lat.trim() === '' && lng.trim() === '';
    const at = isEmpty ? middle : coordinatesOf(lat, lng);
    setIsFaulty(at === null);
    if (at !== null) then(at);
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    withTyped((at) => {
      onAdd(at);
      onGoTo(at);
      setLat('');
      setLng('');
      document.getElementById(`${id}-lat`)?.focus();
    });
  };
  const faulty = isFaulty ? { 'aria-invalid': true, 'aria-describedby': `${id}-fault` } : {};
  return (
    <form className="editor-coordinates" noValidate onSubmit={onSubmit}>
      {(
        [
          ['lat', words.latitude, lat, setLat],
          ['lng', words.longitude, lng, setLng],
        ] as const
      ).map(([axis, label, value, change]) => (
        <label key={axis} htmlFor={`${id}-${axis}`}>
          <span className="visually-hidden">{label}</span>
          <InputText
            id={`${id}-${axis}`}
            inputMode="text"
            autoComplete="off"
            maxLength={LIMITS.coordinate}
            placeholder={middle === null ? label : shownDegrees(middle[axis])}
            title={label}
            value={value}
            {...faulty}
            onChange={(event) => {
              setIsFaulty(false);
              change(event.target.value);
            }}
          />
        </label>
      ))}
      <Button
        type="button"
        icon="pi pi-search"
        outlined
        aria-label={words.goTo}
        title={words.goTo}
        onClick={() => withTyped(onGoTo)}
      />
      <Button className="editor-add" type="submit" icon="pi pi-plus" outlined label={add} title={add} />
      {isFaulty && (
        <small id={`${id}-fault`} className="p-error" role="alert">
          {words.incorrect}
        </small>
      )}
    </form>
  );
};
