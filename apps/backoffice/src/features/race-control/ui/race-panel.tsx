import { Button } from 'primereact/button';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { TEXTS } from '../../../shared/texts/race.js';
import { ignoreHeldEnter } from '../../../shared/ui/held-enter.js';
import { YesNoButtons, type YesNoProps } from '../../../shared/ui/yes-no.js';
import { usePlace, type RacePlace } from './race-places.js';
import './race-panel.css';

interface RacePanelProps {
  header: string;
  /** Above the flags, in place of the receivers, or in the lower part of the right column. */
  place?: RacePlace;
  onHide: () => void;
  footer?: ReactNode;
  children?: ReactNode;
}

const Panel = ({ header, place = 'column', onHide, footer, children }: RacePanelProps): ReactElement => {
  const [opener] = useState(() => document.activeElement);
  const panel = useRef<HTMLElement>(null);
  const title = useId();

  useEffect(() => {
    const element = panel.current;
    const first =
      element?.querySelector<HTMLElement>('[data-pc-autofocus]') ??
      element?.querySelector<HTMLElement>('.race-panel-close');
    if (element?.contains(document.activeElement) === false) first?.focus();
    // The column may be scrolled: all of the panel is shown, not only what has the focus.
    element?.scrollIntoView({ block: 'nearest' });
    return () => {
      // Whoever has gone on elsewhere is not called back.
      const isHere = document.activeElement === document.body || element?.contains(document.activeElement);
      if (isHere === true && opener instanceof HTMLElement) opener.focus();
    };
  }, [opener]);

  const onEscape = useEffectEvent((event: KeyboardEvent): void => {
    const isElsewhere = event.target !== document.body && !panel.current?.contains(event.target as Node);
    // What waits above the flags goes out by itself or by Enter: Escape ends it from everywhere.
    if (event.key !== 'Escape' || (isElsewhere && place === 'column')) return;
    event.stopPropagation();
    onHide();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onEscape(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <section
      ref={panel}
      className="race-panel"
      role="dialog"
      aria-modal="false"
      data-place={place}
      aria-labelledby={title}
      onKeyDown={ignoreHeldEnter}
    >
      <header>
        <h2 id={title}>{header}</h2>
        <Button
          className="race-panel-close"
          icon="pi pi-times"
          text
          severity="secondary"
          aria-label={TEXTS.close}
          onClick={onHide}
        />
      </header>
      <div className="race-panel-body">{children}</div>
      {footer !== undefined && footer !== false && <footer>{footer}</footer>}
    </section>
  );
};

/**
 * A question or a form of the live map, open while it is rendered. It covers and dims nothing and leaves everything else
 * usable. It takes the focus as it opens and gives it back; Escape closes it.
 */
export const RacePanel = (props: RacePanelProps): ReactElement | null => {
  const place = usePlace(props.place ?? 'column');
  return place === null ? null : createPortal(<Panel {...props} />, place);
};

/** `YesNo` as a `RacePanel`. */
export const RaceYesNo = ({
  title,
  place,
  onNo,
  children,
  ...answers
}: YesNoProps & Pick<RacePanelProps, 'place'>): ReactElement => (
  <RacePanel
    header={title}
    {...(place !== undefined && { place })}
    onHide={onNo}
    footer={<YesNoButtons {...answers} onNo={onNo} />}
  >
    {children}
  </RacePanel>
);
