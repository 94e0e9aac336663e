import { useState, type ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { failureText } from '../../shared/failures.js';
import { TEXTS } from '../../shared/texts/common.js';
import { PlainButton, PlainMessage } from '../../shared/ui/plain.js';
import { identityApi } from './api.js';

const words = TEXTS.login;

/** Takes the code from the address: it is good once. */
const leaveLink = (): void => {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
};

/** A mailed link was opened: nothing changes until its reader presses the button. */
export const BrowserLink = ({ code, onDone }: { code: string; onDone: () => void }): ReactElement => {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const accept = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await dispatch(identityApi.endpoints.acceptBrowserLink.initiate({ Code: code })).unwrap();
      onDone();
      leaveLink();
    } catch (error) {
      setFailure(failureText(error));
    }
    setIsBusy(false);
  };
  return (
    <>
      <h2>{words.linkTitle}</h2>
      {failure === null ? <p>{words.linkLead}</p> : <PlainMessage severity="error">{failure}</PlainMessage>}
      <div className="form-buttons">
        <PlainButton type="button" label={TEXTS.cancel} look="secondary" onClick={leaveLink} />
        <PlainButton
          type="button"
          label={words.linkAccept}
          isBusy={isBusy}
          autoFocus
          onClick={() => void accept()}
        />
      </div>
    </>
  );
};
