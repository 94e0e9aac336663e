import { useId, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { keysOf } from '@flagpost/contracts';
import './tabs.css';

/** Tabs over one panel. Left and right go to the next tab, Home and End to the first and the last. */
export const Tabs = <Name extends string>({
  label,
  names,
  chosen,
  onChoose,
  children,
}: {
  label: string;
  /** Titles by name, in their order. */
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}): ReactElement => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const all = keysOf(names);
  const choose = (at: number): void => {
    const next = all.at(at % all.length);
    if (next === undefined) return;
    onChoose(next);
    list.current?.querySelectorAll('button')[all.indexOf(next)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = all.indexOf(chosen);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {all.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {names[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
};
