import { useCallback, useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { DriveAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/drive.js';
import { readSos } from '../api.js';
import { inForce } from '@flagpost/telemetry/phone/shown-orders';
import { phaseOf } from '@flagpost/telemetry/phone/sos';
import type { Phone, PhoneState } from '../phone/phone.js';
import { FlagScreen, FlagsInForce } from './flag-screen.js';
import { LinkStatus } from './link-status.js';
import { QuestionScreen } from './question-screen.js';
import { SosPanel } from './sos-panel.js';
import { TestScreen } from './test-screen.js';
import './cockpit.css';

const words = TEXTS.drive;

/** For how long a report is said to be told. */
const TOLD_MS = 4_000;
const ASK_NAME_EVERY_MS = 5_000;

/** The name of who acknowledged the SOS, asked for until it is known or the link is refused. */
const useAnsweredBy = (secret: string, isAcknowledged: boolean): string | null => {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (!isAcknowledged) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const result = await readSos(secret);
      if (isOver) return;
      if ('data' in result && result.data.AcknowledgedBy !== null) setName(result.data.AcknowledgedBy);
      else if (!('failure' in result) || result.failure.kind !== 'refused')
        timer = setTimeout(() => void ask(), ASK_NAME_EVERY_MS);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
      setName(null);
    };
  }, [secret, isAcknowledged]);
  return name;
};

const Reports = ({ phone, state }: { phone: Phone; state: PhoneState }): ReactElement => {
  const { reported, now } = state;
  const told = reported !== null && now - reported.at < TOLD_MS ? reported.type : null;
  return (
    <div className="cockpit-reports">
      {(['hazard', 'ok'] as const).map((type) => (
        <button key={type} type="button" className="cockpit-report" onClick={() => phone.report(type)}>
          {told === type ? `✓ ${words.sos.told[type]}` : words.sos[type]}
        </button>
      ))}
    </div>
  );
};

/** What a driver sees while driving: one glance, large targets, and nothing that hides an order or the SOS. */
export const Cockpit = ({
  phone,
  secret,
  invitation,
  isKept,
  onMenu,
}: {
  phone: Phone;
  secret: string;
  invitation: DriveAnswer;
  /** Whether what waits to be sent outlives the page. */
  isKept: boolean;
  onMenu: () => void;
}): ReactElement => {
  const state = useSyncExternalStore(phone.subscribe, phone.state);
  const { orders, screen, sos, now } = state;
  const answeredBy = useAnsweredBy(secret, phaseOf(sos) === 'acknowledged');
  const shownId = screen?.kind === 'order' ? screen.order.id : null;
  const since = screen?.kind === 'question' ? screen.question.since : null;
  const onShown = useCallback(() => {
    if (shownId !== null) phone.shown(shownId);
    if (since !== null) phone.asked(since);
  }, [phone, shownId, since]);
  const { CarNumber: number } = invitation;
  return (
    <main className={screen === null ? 'cockpit' : 'cockpit is-flagged'}>
      {screen === null && (
        <div className="cockpit-view">
          <header>
            <h1>{number === null ? words.phone.noNumber : words.phone.car(number)}</h1>
            <button type="button" className="cockpit-menu" aria-label={words.phone.menu} onClick={onMenu}>
              <span aria-hidden="true">☰</span>
            </button>
          </header>
          <LinkStatus {...{ phone, state, isKept }} />
          {orders !== null && <FlagsInForce flags={inForce(orders)} />}
        </div>
      )}
      {screen?.kind === 'test' && <TestScreen key={screen.test.id} test={screen.test} phone={phone} />}
      {screen?.kind === 'order' && (
        <FlagScreen
          key={screen.order.id}
          order={screen.order}
          more={screen.more}
          onShown={onShown}
          onConfirm={() => phone.confirm(screen.order.id)}
        />
      )}
      {screen?.kind === 'question' && (
        <QuestionScreen
          key={screen.question.since}
          question={screen.question}
          more={screen.more}
          onShown={onShown}
          onAnswer={() => phone.answer(screen.question.since)}
        />
      )}
      <div className="cockpit-help">
        <SosPanel phone={phone} sos={sos} now={now} answeredBy={answeredBy} />
        {screen === null && <Reports phone={phone} state={state} />}
      </div>
    </main>
  );
};
