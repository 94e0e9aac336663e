import { useCallback, useState, type ReactElement } from 'react';
import { INVITATION_STATES } from '@flagpost/contracts';
import { usePageTitle } from '../../shared/page-title.js';
import { TEXTS } from '../../shared/texts/drive.js';
import { useTheme } from '../../shared/theme/use-theme.js';
import { openDatabase } from './phone/database.js';
import { AtTheWheel } from './ui/at-the-wheel.js';
import { Beforehand } from './ui/beforehand.js';
import { Card } from './ui/card.js';
import type { Connected } from './ui/connect.js';
import { Invitation } from './ui/invitation.js';
import { FailureNote, Note } from './ui/notes.js';
import { OtherApps } from './ui/other-apps.js';
import { useInvitation, type OpenDatabase } from './use-invitation.js';
import './drive-page.css';

const words = TEXTS.drive;
const { ACEPTED_INVITATION } = INVITATION_STATES;

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
