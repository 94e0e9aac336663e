import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { DEVICE_LASTS_MS, type DriveAnswer } from '@flagpost/contracts';
import { phaseOf } from '@flagpost/telemetry/phone/sos';
import { TEXTS } from '../../../shared/texts/drive.js';
import type { Kept, PhoneDatabase } from '../phone/database.js';
import type { Phone } from '../phone/phone.js';
import { usePhone } from '../use-phone.js';
import { Card } from './card.js';
import { Cockpit } from './cockpit.js';
import { Note } from './notes.js';

const words = TEXTS.drive;
/** After the finish that the page knows, it asks so often whether the event is over: it may have been postponed. */
const LOOK_AGAIN_MS = 60_000;

const Driving = ({
  secret,
  invitation,
  isLinkOver,
  isKept,
  phone,
  beginsInMenu,
  menu,
  onTokenOver,
  onFinish,
  onDone,
}: {
  secret: string;
  invitation: DriveAnswer;
  isLinkOver: boolean;
  isKept: boolean;
  phone: Phone;
  beginsInMenu: boolean;
  menu: (back: () => void) => ReactElement;
  onTokenOver: () => void;
  /** The finish that is known has passed. */
  onFinish: () => void;
  /** The event is over, and everything is sent. */
  onDone: () => void;
}): ReactElement => {
  const { isEnded, now, waiting, waitingSignals, sos, screen } = useSyncExternalStore(
    phone.subscribe,
    phone.state,
  );
  const [isMenu, setIsMenu] = useState(beginsInMenu);
  const { Finish, Ended } = invitation;
  const sinceFinish = now - Date.parse(Finish);
  const hasFinished = sinceFinish > 0 && !Ended;
  // A link that ends earlier is that of a former address. The token may outlive this by an hour.
  const isOver = Ended || (isLinkOver && sinceFinish > DEVICE_LASTS_MS);
  // An SOS outlives its event, and so does what was not sent yet.
  const isDone = isOver && waiting + waitingSignals === 0 && phaseOf(sos) === 'none';
  useEffect(() => {
    if (isEnded) onTokenOver();
  }, [isEnded, onTokenOver]);
  useEffect(() => {
    if (!hasFinished) return undefined;
    onFinish();
    const timer = setInterval(onFinish, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [hasFinished, onFinish]);
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  // An order or an SOS brings the driver back.
  const isCalm = phaseOf(sos) === 'none' && screen === null;
  if (isMenu && isCalm) return menu(() => setIsMenu(false));
  return <Cockpit {...{ phone, secret, invitation, isKept }} onMenu={() => setIsMenu(true)} />;
};

/** The driver's cockpit, in the one tab that drives. */
export const AtTheWheel = ({
  database,
  token,
  refresh,
  keep,
  ...driving
}: Omit<Parameters<typeof Driving>[0], 'phone'> & {
  database: PhoneDatabase;
  token: string;
  refresh: () => Promise<Kept>;
  keep: (change: Partial<Kept>) => void;
}): ReactElement => {
  const { phone, isElsewhere, steal } = usePhone(
    driving.secret,
    database,
    token,
    refresh,
    keep,
    driving.onDone,
  );
  if (phone !== null) return <Driving {...driving} phone={phone} />;
  return (
    <Card>
      {isElsewhere && (
        <>
          <Note kind="warning">{words.phone.otherTab}</Note>
          <button type="button" className="drive-button is-large" onClick={steal}>
            {words.phone.here}
          </button>
        </>
      )}
    </Card>
  );
};
