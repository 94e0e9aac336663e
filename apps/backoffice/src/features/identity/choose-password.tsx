import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { InlineForm } from '../../shared/ui/form/inline-form.js';
import { identityApi } from './api.js';
import { NO_PASSWORDS, passwordFields, passwordPair } from './password-pair.js';

/** A new password for the account that a code or a mailed link opened. */
export const ChoosePassword = ({
  right: { email, accessToken },
  onDone,
  onCancel,
}: {
  right: { readonly email: string; readonly accessToken: string };
  onDone: () => void;
  onCancel?: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  return (
    <>
      <h2>{TEXTS.account.create}</h2>
      <InlineForm
        key="password"
        schema={passwordPair()}
        start={NO_PASSWORDS}
        fields={passwordFields}
        submit={TEXTS.form.save}
        onSubmit={async ({ Password }) => {
          const body = { Email: email, Password };
          await dispatch(identityApi.endpoints.choosePassword.initiate({ accessToken, body })).unwrap();
          onDone();
        }}
      >
        {onCancel !== undefined && (
          <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onCancel} />
        )}
      </InlineForm>
    </>
  );
};
