import { useState, type ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { failureText } from '../../shared/failures.js';
import { TEXTS } from '../../shared/texts/common.js';
import { PlainButton, PlainMessage } from '../../shared/ui/plain.js';
import { identityApi } from './api.js';

const words = TEXTS.login;

/** Others use up the attempts of unknown devices: a link by mail makes this browser known to the account. */
export const Limited = ({ email }: { email: string }): ReactElement => {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<'offered' | 'sending' | 'sent'>('offered');
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setState('sending');
    setFailure(null);
    try {
      await dispatch(identityApi.endpoints.sendBrowserLink.initiate({ Email: email })).unwrap();
      setState('sent');
    } catch (error) {
      setFailure(failureText(error));
      setState('offered');
    }
  };
  if (state === 'sent') return <PlainMessage severity="info">{words.linkSent(email)}</PlainMessage>;
  return (
    <div className="login-limited">
      {failure !== null && <PlainMessage severity="error">{failure}</PlainMessage>}
      <p>{words.limited}</p>
      <PlainButton
        type="button"
        label={words.sendLink}
        icon="pi pi-envelope"
        look="outlined"
        isBusy={state === 'sending'}
        onClick={() => void send()}
      />
    </div>
  );
};
