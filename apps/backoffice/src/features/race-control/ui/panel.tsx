import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { panelKey, type PanelName } from '../../../shared/stored-names.js';
import { TEXTS } from '../../../shared/texts/race.js';

/** A panel of the right column; whether it is folded stays on this device. */
export const Panel = ({
  name,
  title,
  grows = false,
  startsFolded = false,
  children,
}: {
  name: PanelName;
  title: string;
  /** Takes the height that the others leave. */
  grows?: boolean;
  /** Until somebody unfolds it here. */
  startsFolded?: boolean;
  children: ReactNode;
}): ReactElement => {
  const key = panelKey(name);
  const [isFolded, setIsFolded] = useState(() => {
    const stored = window.localStorage.getItem(key);
    return stored === null ? startsFolded : stored === 'folded';
  });
  const body = useId();
  const toggle = (): void => {
    window.localStorage.setItem(key, isFolded ? 'open' : 'folded');
    setIsFolded(!isFolded);
  };
  return (
    <section className={grows && !isFolded ? 'panel panel-grows' : 'panel'} aria-label={title}>
      <h2>
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={body}
          title={isFolded ? TEXTS.panels.unfold(title) : TEXTS.panels.fold(title)}
          onClick={toggle}
        >
          {title}
          <i className={isFolded ? 'pi pi-chevron-down' : 'pi pi-chevron-up'} aria-hidden="true" />
        </button>
      </h2>
      <div id={body} className="panel-body" hidden={isFolded}>
        {!isFolded && children}
      </div>
    </section>
  );
};
