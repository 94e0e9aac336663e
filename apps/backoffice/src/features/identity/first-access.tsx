import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { InlineForm } from '../../shared/ui/form/inline-form.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { identityApi } from './api.js';
import { openSession, type FirstAccess as Access } from './login.js';
import { NO_PASSWORDS, passwordFields, passwordPair } from './password-pair.js';

const words = TEXTS.account;

/** A user with an assigned password chooses one of their own, and is signed in with it. */
export const FirstAccess = ({ access, onCancel }: { access: Access; onCancel: () => void }): ReactElement => {
  const dispatch = useAppDispatch();
  const choose = async (Password: string): Promise<void> => {
    const { userId: UserId, accessToken } = access;
    const body = { UserId, Password };
    const answer = await dispatch(
      identityApi.endpoints.chooseFirstPassword.initiate({ accessToken, body }),
    ).unwrap();
    await dispatch(openSession(answer));
  };
  return (
    <NoticesProvider>
      <h2>{words.firstTitle}</h2>
      <p>{words.firstLead}</p>
      <InlineForm
        schema={passwordPair(words.confirmMismatch)}
        start={NO_PASSWORDS}
        fields={passwordFields}
        submit={TEXTS.form.save}
        onSubmit={({ Password }) => choose(Password)}
      >
        <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onCancel} />
      </InlineForm>
    </NoticesProvider>
  );
};
