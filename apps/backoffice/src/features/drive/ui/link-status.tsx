import type { ReactElement } from 'react';
import { duration } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/drive.js';
import type { Phone, PhoneState } from '../phone/phone.js';
import { Note } from './notes.js';

const words = TEXTS.drive.link;

/** Longer than this and race control calls the car offline. */
const SILENT_MS = 15_000;

type Told = readonly [kind: 'good' | 'warning' | 'error', text: string];

const hearing = ({ heardAt, accuracyM, now, receiver, isClockWrong, waiting }: PhoneState): Told => {
  if (receiver === 'denied') return ['error', words.denied];
  if (isClockWrong) return ['error', words.clock];
  if (heardAt === null && receiver === 'unavailable') return ['error', words.unavailable];
  if (heardAt === null) return ['warning', waiting === 0 ? words.receiver : words.notYet];
  const age = Math.max(0, now - heardAt);
  if (age >= SILENT_MS) return ['error', words.silent(duration(age))];
  const metres = accuracyM === null ? null : Math.round(accuracyM);
  return ['good', words.hears(Math.round(age / 1_000), metres)];
};

/** Whether race control hears this phone, and what may keep it from doing so. */
export const LinkStatus = ({
  phone,
  state,
  isKept,
}: {
  phone: Phone;
  state: PhoneState;
  /** Whether what waits to be sent outlives the page. */
  isKept: boolean;
}): ReactElement => {
  const [kind, text] = hearing(state);
  return (
    <div className="cockpit-link">
      <Note kind={kind}>{text}</Note>
      {state.waiting > 1 && kind !== 'good' && <p>{words.waiting(state.waiting)}</p>}
      {!state.isLinked && <Note kind="warning">{words.noOrders}</Note>}
      {!isKept && <p className="cockpit-hint">{TEXTS.drive.phone.notKept}</p>}
      {!state.isAwake && <p className="cockpit-hint">{words.asleep}</p>}
      {state.isMuted && (
        <button type="button" className="drive-button is-quiet" onClick={() => phone.unmute()}>
          {words.muted}
        </button>
      )}
      {state.hiddenMs !== null && (
        <div className="cockpit-hidden">
          <Note kind="warning">{words.hidden(duration(state.hiddenMs))}</Note>
          <button type="button" className="drive-button is-quiet" onClick={() => phone.seenHidden()}>
            {words.seen}
          </button>
        </div>
      )}
    </div>
  );
};
