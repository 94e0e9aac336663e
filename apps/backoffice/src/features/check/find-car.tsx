import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { TEXTS } from '../../shared/texts/check.js';

const words = TEXTS.check;

/** A field for the number of a car, whose row it opens. `onFind` returns whether there is one. */
export const FindCar = ({ onFind }: { onFind: (number: string) => boolean }): ReactElement => {
  const id = useId();
  const [number, setNumber] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const find = (event: SubmitEvent): void => {
    event.preventDefault();
    const wanted = number.trim();
    if (wanted === '') return;
    const isFound = onFind(wanted);
    setMissing(isFound ? null : wanted);
    if (isFound) setNumber('');
  };
  return (
    <form className="check-find" role="search" onSubmit={find}>
      <label htmlFor={id}>{words.number}</label>
      <InputText
        id={id}
        value={number}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={20}
        aria-describedby={`${id}-missing`}
        onChange={({ target }) => setNumber(target.value)}
      />
      <Button type="submit" label={words.open} outlined />
      <p id={`${id}-missing`} role="status">
        {missing !== null && words.noSuchCar(missing)}
      </p>
    </form>
  );
};
