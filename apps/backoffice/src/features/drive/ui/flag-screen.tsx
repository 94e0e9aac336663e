import type { CSSProperties, ReactElement } from 'react';
import { isFlagCode, type CarOrder } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/drive.js';
import { lookOf, type InForce } from '@flagpost/telemetry/phone/shown-orders';
import { clockTime } from './times.js';
import { useShown } from './use-shown.js';

const words = TEXTS.drive.flag;

/** The word of a flag; a code that is not known here sends the driver to race control. */
const flagWord = (code: number): string => (isFlagCode(code) ? words.names[code] : words.unknown);

/** Classes of its cloth: one for the ground, one for the pattern on it. */
const clothOf = (code: number): string => {
  const look = lookOf(code);
  return look === null ? 'cloth-unknown' : `cloth-${look.ground ?? 'message'} pattern-${look.pattern}`;
};

/** An order that fills the screen until the driver confirms it by a tap. */
export const FlagScreen = ({
  order,
  more,
  onShown,
  onConfirm,
}: {
  order: CarOrder;
  more: number;
  onShown: () => void;
  onConfirm: () => void;
}): ReactElement => {
  const { type, code, message, sector, sentAt } = order;
  useShown(onShown);
  const isTakenBack = type === 'withdrawal';
  const word = flagWord(code);
  const hasMessage = message !== null && message !== '';
  /** The longest part decides the size, so that no word is broken. */
  const letters = Math.max(...word.split(' ').map(({ length }) => length));
  return (
    <button
      type="button"
      className={`cockpit-flag ${isTakenBack ? 'is-withdrawn' : clothOf(code)}`}
      onClick={onConfirm}
    >
      <span className="cockpit-flag-text" role="alert">
        <strong
          className={hasMessage ? 'is-heading' : undefined}
          style={{ '--letters': letters } as CSSProperties}
        >
          {word}
        </strong>
        {isTakenBack && <span>{words.withdrawn}</span>}
        {sector !== null && <span>{words.sector(sector)}</span>}
        {hasMessage && <span className="cockpit-message">{message}</span>}
      </span>
      <span className="cockpit-flag-foot">
        <span>{words.confirm}</span>
        <small>
          {words.sentAt(clockTime(sentAt))}
          {more > 0 && ` · ${words.more(more)}`}
        </small>
      </span>
    </button>
  );
};

/** What is in force, small, after it was confirmed. */
export const FlagsInForce = ({ flags }: { flags: readonly InForce[] }): ReactElement => (
  <section className="cockpit-flags" aria-label={words.inForce}>
    {flags.length === 0 && <p className="cockpit-no-flag">{words.none}</p>}
    {flags.map(({ code, sector }) => (
      <p key={`${code} ${sector ?? ''}`} className={`cockpit-small-flag ${clothOf(code)}`}>
        <strong>{flagWord(code)}</strong>
        {sector !== null && <span>{words.sector(sector)}</span>}
      </p>
    ))}
  </section>
);
