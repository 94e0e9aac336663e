import type { KeyboardEvent, ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/drive.js';
import { heldPart, mayCancel, phaseOf, SOS, type SosState } from '@flagpost/telemetry/phone/sos';
import type { Phone } from '../phone/phone.js';
import { clockTime } from './times.js';

const words = TEXTS.drive.sos;

const secondsLeft = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));
const isHoldKey = ({ key, repeat }: KeyboardEvent): boolean => (key === ' ' || key === 'Enter') && !repeat;

/** Held for 3 s by a finger, or by a key. */
const HoldButton = ({ phone, sos, now }: { phone: Phone; sos: SosState; now: number }): ReactElement => {
  const part = heldPart(sos, now);
  return (
    <button
      type="button"
      className="cockpit-sos"
      onPointerDown={({ currentTarget, pointerId }) => {
        currentTarget.setPointerCapture(pointerId);
        phone.pressSos();
      }}
      onPointerUp={() => phone.releaseSos()}
      onPointerCancel={() => phone.releaseSos()}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (isHoldKey(event)) phone.pressSos();
      }}
      onKeyUp={() => phone.releaseSos()}
      onBlur={() => phone.releaseSos()}
    >
      <span className="cockpit-sos-held" style={{ width: `${part * 100}%` }} />
      <strong>{words.button}</strong>
      <span>{part > 0 ? words.holding(secondsLeft(SOS.holdMs * (1 - part))) : words.hold}</span>
    </button>
  );
};

const PHASES = {
  sending: { mark: '…', text: words.sending },
  received: { mark: '✓', text: words.received },
} as const;

/** The call for help: the button, and from the call on what has become of it. */
export const SosPanel = ({
  phone,
  sos,
  now,
  answeredBy,
}: {
  phone: Phone;
  sos: SosState;
  now: number;
  /** Name of the person who acknowledged it; null while it is not known. */
  answeredBy: string | null;
}): ReactElement => {
  const phase = phaseOf(sos);
  if (phase === 'none' || phase === 'holding') return <HoldButton phone={phone} sos={sos} now={now} />;
  const answered = answeredBy === null ? words.acknowledgedUnnamed : words.acknowledged(answeredBy);
  const { mark, text } = phase === 'acknowledged' ? { mark: '✓✓', text: answered } : PHASES[phase];
  const since = sos.known?.since ?? sos.calledAt;
  return (
    <section className={`cockpit-called is-${phase}`}>
      <div role="alert">
        <p className="cockpit-called-head">
          <strong>{words.called}</strong>
          <span aria-hidden="true">{mark}</span>
        </p>
        <p className="cockpit-called-text">{text}</p>
        {phase === 'received' && <p>{words.receivedLead}</p>}
        {since !== null && <p>{words.since(clockTime(since))}</p>}
      </div>
      {mayCancel(sos, now) && sos.calledAt !== null && (
        <button type="button" className="cockpit-cancel" onClick={() => phone.cancelSos()}>
          {words.cancel(secondsLeft(SOS.cancelMs - (now - sos.calledAt)))}
        </button>
      )}
    </section>
  );
};
