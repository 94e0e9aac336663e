import { useEffect, useState, type ReactElement } from 'react';
import { flagOf, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { FlagPicture } from './flag-picture.js';

const TICK_MS = 200;

const secondsTo = (untilMs: number): number => Math.max(0, Math.ceil((untilMs - performance.now()) / 1_000));

/** Seconds until an armed flag disarms. */
const SecondsLeft = ({ untilMs }: { untilMs: number }): ReactElement => {
  const [left, setLeft] = useState(() => secondsTo(untilMs));
  useEffect(() => {
    const timer = window.setInterval(() => setLeft(secondsTo(untilMs)), TICK_MS);
    return () => window.clearInterval(timer);
  }, [untilMs]);
  return (
    <span className="flag-armed-left" aria-hidden="true">
      {TEXTS.flags.secondsLeft(left)}
    </span>
  );
};

export const FlagButton = ({
  code,
  showsKey,
  armed,
  onPress,
}: {
  code: FlagCode;
  showsKey: boolean;
  /** Its receivers, and when it disarms (`performance.now()`); null unless it is armed. */
  armed: { names: string; untilMs: number } | null;
  onPress: () => void;
}): ReactElement => (
  <button
    type="button"
    className={armed === null ? 'flag-button' : 'flag-button flag-button-armed'}
    aria-keyshortcuts={showsKey ? flagOf(code).key : undefined}
    onClick={onPress}
  >
    <FlagPicture code={code} />
    <span className="flag-name">{TEXTS.flags.names[code]}</span>
    {showsKey && armed === null && <kbd aria-hidden="true">{flagOf(code).key}</kbd>}
    {armed !== null && (
      <>
        <SecondsLeft key={armed.untilMs} untilMs={armed.untilMs} />
        <span className="flag-armed-for">{armed.names}</span>
      </>
    )}
  </button>
);
