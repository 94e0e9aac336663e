import type { ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useScreenAgeS } from '../race-context.js';
import { selectLink, type LinkPhase } from '../state/link.js';

const WORDS: Record<LinkPhase, string> = {
  connecting: TEXTS.race.connecting,
  live: TEXTS.race.live,
  lost: TEXTS.race.offline,
  refused: TEXTS.race.offline,
};

/** The socket's state, with the age of the newest position on the screen by the server's clock. */
export const ConnectionAge = (): ReactElement => {
  const { phase, isSlow: isPolling } = useRaceSelector(selectLink);
  const isSlow = phase === 'live' && isPolling;
  const age = useScreenAgeS();
  return (
    <div
      className={`race-connection race-connection-${isSlow ? 'slow' : phase}`}
      title={isSlow ? TEXTS.race.slowLink : TEXTS.race.pictureDelay}
      data-room={WORDS.lost}
    >
      <strong>{isSlow ? TEXTS.race.slow : WORDS[phase]}</strong>
      {(phase === 'live' || phase === 'lost') && age !== null && <span>{TEXTS.race.dataAge(age)}</span>}
    </div>
  );
};
