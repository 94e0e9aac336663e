import { useId, type ReactElement } from 'react';
import { keysOf } from '@flagpost/contracts';
import { Popup } from './popup.js';
import './choice.css';

/** A small box that lists the choices and marks the current one. */
export const Choice = <Name extends string>({
  icon,
  label,
  title,
  names,
  chosen,
  onChoose,
}: {
  icon: string;
  label: string;
  title: string;
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
}): ReactElement => {
  const group = useId();
  return (
    <Popup icon={icon} label={label}>
      <fieldset className="choice">
        <legend>{title}</legend>
        {keysOf(names).map((name) => (
          <label key={name}>
            <input type="radio" name={group} checked={name === chosen} onChange={() => onChoose(name)} />
            {names[name]}
          </label>
        ))}
      </fieldset>
    </Popup>
  );
};
