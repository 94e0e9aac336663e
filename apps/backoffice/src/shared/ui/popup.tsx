import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { PlainButton } from './plain.js';
import './popup.css';

/** A button that opens a small box below it; a button pressed in it, a press elsewhere or Escape closes it. */
export const Popup = ({
  label,
  icon,
  children,
}: {
  label: string;
  icon: string;
  children: ReactNode;
}): ReactElement => {
  const [isOpen, setIsOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setIsOpen(false);
    popup.current?.querySelector('button')?.focus();
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: Event): void => {
      if (!popup.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('pointerdown', onPress);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('keydown', listen);
    };
  }, [isOpen]);
  const onBoxClick = ({ target }: MouseEvent): void => {
    if ((target as Element).closest('button') !== null) close();
  };
  return (
    <div className="popup" ref={popup}>
      <PlainButton
        type="button"
        icon={icon}
        look="secondary"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <div className="popup-box" onClick={onBoxClick}>
          {children}
        </div>
      )}
    </div>
  );
};
