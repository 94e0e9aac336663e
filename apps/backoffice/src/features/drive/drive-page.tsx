import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import { DEVICE_LASTS_MS, INVITATION_STATES, keysOf, type DriveAnswer } from '@flagpost/contracts';
import { chooseLanguage, LANGUAGE } from '../../shared/language.js';
import { usePageTitle } from '../../shared/page-title.js';
import { TEXTS } from '../../shared/texts/drive.js';
import { useTheme } from '../../shared/theme/use-theme.js';
import { Brand } from '../../shared/ui/brand.js';
import { phaseOf } from '@flagpost/telemetry/phone/sos';
import { openDatabase, type Kept, type PhoneDatabase } from './phone/database.js';
import { TRACKER_APPS } from './model/tracker-apps.js';
import { takeWheel, type Wheel } from './phone/one-tab.js';
import { isUnfinished, startPhone, type Phone } from './phone/phone.js';
import { Cockpit } from './ui/cockpit.js';
import { Connect, type Connected } from './ui/connect.js';
import { Invitation } from './ui/invitation.js';
import { FailureNote, Note } from './ui/notes.js';
import { OtherApps } from './ui/other-apps.js';
import { useInvitation, type OpenDatabase } from './use-invitation.js';
import './drive-page.css';

const words = TEXTS.drive;
const { ACEPTED_INVITATION } = INVITATION_STATES;
const LANGUAGES = keysOf(TEXTS.languages.names);
/** After the finish that the page knows, it asks so often whether the event is over: it may have been postponed. */
const LOOK_AGAIN_MS = 60_000;

const Languages = (): ReactElement => (
  <label className="drive-languages">
    <span className="visually-hidden">{TEXTS.languages.title}</span>
    <select
      value={LANGUAGE}
      onChange={({ target }) => {
        const chosen = LANGUAGES.find((each) => each === target.value);
        if (chosen !== undefined) chooseLanguage(chosen);
      }}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each}>
          {TEXTS.languages.names[each]}
        </option>
      ))}
    </select>
  </label>
);

const Card = ({ children }: { children: ReactNode }): ReactElement => (
  <main className="drive">
    <div className="drive-card">
      <div className="drive-head">
        <Brand />
        <Languages />
      </div>
      {children}
    </div>
  </main>
);

/** What to know before driving, and the button. */
const Beforehand = ({
  secret,
  invitation,
  isReplaced,
  isKept,
  onConnected,
}: {
  secret: string;
  invitation: DriveAnswer;
  isReplaced: boolean;
  /** Whether what waits to be sent outlives the page. */
  isKept: boolean;
  onConnected: (connected: Connected, begins: 'driving' | 'apps') => void;
}): ReactElement => (
  <section className="drive-beforehand">
    <h2>{words.phone.title}</h2>
    {isReplaced ? (
      <>
        <Note kind="warning">{words.phone.replaced(invitation.CarNumber ?? '')}</Note>
        <p>{words.phone.replacedLead}</p>
      </>
    ) : (
      <p>{words.phone.lead}</p>
    )}
    <ol>
      {words.phone.points.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ol>
    {!isKept && <Note kind="warning">{words.phone.notKept}</Note>}
    <Connect
      secret={secret}
      invitation={invitation}
      label={isReplaced ? words.phone.again : words.phone.drive}
      onConnected={(connected) => onConnected(connected, 'driving')}
    />
    <section className="drive-apps">
      <h3>{words.apps.title}</h3>
      <p>{words.apps.lead}</p>
      <p>{words.apps.how(Object.values(TRACKER_APPS).join(', '))}</p>
      <Connect
        secret={secret}
        invitation={invitation}
        label={words.apps.title}
        isQuiet
        onConnected={(connected) => onConnected(connected, 'apps')}
      />
    </section>
  </section>
);

/** The phone of this tab; null while another tab drives, and once the event is over and nothing is left to do. */
const usePhone = (
  secret: string,
  database: PhoneDatabase,
  token: string,
  refresh: () => Promise<Kept>,
  keep: (change: Partial<Kept>) => void,
  onDone: () => void,
): { phone: Phone | null; isElsewhere: boolean; steal: () => void } => {
  const [phone, setPhone] = useState<Phone | null>(null);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const wheel = useRef<Wheel | null>(null);
  useEffect(() => {
    let current: Phone | null = null;
    /** Counts beginnings and ends: what was begun before the last one is not carried on. */
    let turn = 0;
    const stop = (): void => {
      turn += 1;
      current?.stop();
      current = null;
    };
    const start = async (): Promise<void> => {
      turn += 1;
      const mine = turn;
      // The tab that drove until now has added to it, and may have lost the token.
      const [kept, queue] = await Promise.all([refresh(), database.readQueue().catch(() => [])]);
      if (mine !== turn || kept.token !== token) return;
      // Else a page of a past event would ask for the location.
      if (kept.invitation?.Ended === true && !isUnfinished(kept, queue)) {
        onDone();
        return;
      }
      current ??= startPhone({ database, kept, queue, token, keep });
      setPhone(current);
    };
    let isOver = false;
    const taken = takeWheel(secret, (isDriving) => {
      if (isOver) return;
      setIsElsewhere(!isDriving);
      if (isDriving) void start();
      else {
        stop();
        setPhone(null);
      }
    });
    wheel.current = taken;
    return () => {
      isOver = true;
      stop();
      taken.release();
    };
  }, [secret, database, token, refresh, keep, onDone]);
  return { phone, isElsewhere, steal: () => wheel.current?.steal() };
};

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

/** /drive/{secret}: an invitation, then the driver's cockpit, without an account. Reading it changes nothing. */
export const DrivePage = ({
  secret,
  open = openDatabase,
}: {
  secret: string;
  /** Of what this phone keeps; specs give one. */
  open?: OpenDatabase;
}): ReactElement => {
  useTheme('pages');
  const known = useInvitation(secret, open);
  const { database, kept, invitation, failure, isKept, isLinkOver, isDone, isForgotten } = known;
  const { refresh, keep, onAnswer, onDone, reload } = known;
  const [isReplaced, setIsReplaced] = useState(false);
  const onTokenOver = useCallback(() => {
    keep({ token: null, orders: null });
    setIsReplaced(true);
    reload();
  }, [keep, reload]);
  const [begins, setBegins] = useState<'driving' | 'apps'>('driving');
  usePageTitle(invitation?.EventName);
  const connected = ({ token, doors }: Connected, begin: typeof begins): void => {
    setIsReplaced(false);
    setBegins(begin);
    keep({ token, doors });
  };

  if (isForgotten) {
    return (
      <Card>
        <div role="status">
          <h1>{words.overTitle}</h1>
          <p>{words.over}</p>
        </div>
      </Card>
    );
  }
  if (invitation === null) {
    return (
      <Card>
        {failure === null && <p role="status">{TEXTS.loading}</p>}
        {failure?.kind === 'noAnswer' && (
          <>
            <FailureNote failure={failure} />
            <button type="button" className="drive-button" onClick={reload}>
              {TEXTS.retry}
            </button>
          </>
        )}
        {isLinkOver && (
          <div>
            <h1>{words.unknownTitle}</h1>
            <p>{words.unknown}</p>
          </div>
        )}
      </Card>
    );
  }
  const isAccepted = invitation.StatusId === ACEPTED_INVITATION;
  const { token, doors } = kept;
  // While there is a token, the doors say when the drive is over, and not the link.
  const isDriving = isAccepted && !isDone && token !== null && database !== null;
  const card = (
    <>
      {isLinkOver && (
        <div>
          <Note kind="warning">{words.linkOver}</Note>
          {isDriving && <p>{words.linkOverDriving}</p>}
        </div>
      )}
      {isAccepted && !isLinkOver && !invitation.Ended && token === null && (
        <Beforehand {...{ secret, invitation, isReplaced, isKept }} onConnected={connected} />
      )}
      <Invitation {...{ secret, invitation, isLinkOver, onAnswer }} />
    </>
  );
  if (!isDriving) return <Card>{card}</Card>;
  return (
    <AtTheWheel
      key={token}
      {...{ secret, invitation, isLinkOver, isKept, database, token, refresh, keep, onTokenOver, onDone }}
      onFinish={reload}
      beginsInMenu={begins === 'apps'}
      menu={(back) => (
        <Card>
          <button type="button" className="drive-button is-large" onClick={back}>
            {words.phone.back}
          </button>
          <OtherApps doors={doors} token={token} />
          {card}
        </Card>
      )}
    />
  );
};

const AtTheWheel = ({
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
