import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { LIMITS, passCodeRequest, RECOVERY, validatePassCodeRequest } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { InlineForm } from '../../shared/ui/form/inline-form.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { identityApi } from './api.js';
import { ChoosePassword } from './choose-password.js';

const words = TEXTS.account;

/** The values entered so far: each step adds to them. */
interface Progress {
  email: string;
  maskedEmail?: string;
  accessToken?: string;
}

const Steps = ({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }): ReactElement => {
  const dispatch = useAppDispatch();
  const [{ email, maskedEmail, accessToken }, setProgress] = useState<Progress>({ email: '' });
  const call = identityApi.endpoints;
  const sendCode = async (Email: string): Promise<void> => {
    const answer = await dispatch(call.sendPassCode.initiate({ Email })).unwrap();
    setProgress({ email: Email, maskedEmail: answer.maskedEmail });
  };
  const cancel = (onPress: () => void): ReactElement => (
    <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onPress} />
  );

  if (maskedEmail === undefined) {
    return (
      <>
        <h2>{words.forgot}</h2>
        <InlineForm
          key="email"
          schema={passCodeRequest}
          start={{ Email: email }}
          fields={[
            {
              name: 'Email',
              label: TEXTS.login.email,
              kind: 'email',
              max: LIMITS.loginEmail.max,
              autoComplete: 'username',
            },
          ]}
          submit={words.sendCode}
          onSubmit={({ Email }) => sendCode(Email)}
        >
          {cancel(onCancel)}
        </InlineForm>
      </>
    );
  }
  if (accessToken === undefined) {
    return (
      <>
        <h2>{words.forgot}</h2>
        <p role="status">{words.codeSent(maskedEmail)}</p>
        <InlineForm
          key="code"
          schema={validatePassCodeRequest}
          start={{ Email: email, PassCode: '' }}
          fields={[
            { name: 'PassCode', label: words.code, max: RECOVERY.codeLength, autoComplete: 'one-time-code' },
          ]}
          submit={words.restore}
          onSubmit={async (body) => {
            const answer = await dispatch(call.validatePassCode.initiate(body)).unwrap();
            setProgress({ email, maskedEmail, accessToken: answer.accessToken });
          }}
        >
          {cancel(() => setProgress({ email }))}
          <Button type="button" label={words.resend} outlined onClick={() => setProgress({ email })} />
        </InlineForm>
      </>
    );
  }
  return <ChoosePassword right={{ email, accessToken }} onDone={onDone} onCancel={onCancel} />;
};

/** A new password for users who forgot theirs: address, code from the mail, password. */
export const Recovery = (props: { onDone: () => void; onCancel: () => void }): ReactElement => (
  <NoticesProvider>
    <Steps {...props} />
  </NoticesProvider>
);
