import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useState, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { MailedLinkRequest, RecoveryLinkAnswer } from '@flagpost/contracts';
import { failureText } from '../../shared/failures.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/common.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { ChoosePassword } from './choose-password.js';
import { LoginCard } from './login-card.js';

const words = TEXTS.account;

/** The outcome of a press. */
export interface Opened {
  /** Shown above the next step. */
  readonly said: string | null;
  /** The user for whom a password may be chosen now. */
  readonly recovery: RecoveryLinkAnswer | null;
}

/** A page that a mail links to. Opening it, as mail filters do, changes nothing; pressing its button does. */
export const MailedPage = ({
  title,
  lead,
  button,
  press,
}: {
  title: string;
  lead: string;
  button: string;
  /** With the fragment of the link (after its `#`). */
  press: (link: MailedLinkRequest) => Promise<Opened>;
}): ReactElement => {
  const Token = useLocation().hash.slice(1);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isChosen, setIsChosen] = useState(false);

  const open = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    try {
      setOpened(await press({ Token }));
    } catch (error) {
      setFailure(failureText(error));
    }
    setIsBusy(false);
  };

  return (
    <LoginCard title={title}>
      {failure !== null && <Message severity="error" text={failure} />}
      {opened === null && (
        <div className="mailed">
          <h2>{title}</h2>
          <p>{lead}</p>
          <Button label={button} loading={isBusy} onClick={() => void open()} />
        </div>
      )}
      {opened !== null && opened.said !== null && <Message severity="success" text={opened.said} />}
      {isChosen && <Message severity="success" text={words.updated} />}
      {opened !== null && opened.recovery !== null && !isChosen && (
        <NoticesProvider>
          <ChoosePassword right={opened.recovery} onDone={() => setIsChosen(true)} />
        </NoticesProvider>
      )}
      <Link className="login-help" to={PATHS.home}>
        {words.toLogin}
      </Link>
    </LoginCard>
  );
};
