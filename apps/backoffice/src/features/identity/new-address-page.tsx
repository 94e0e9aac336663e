import type { ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { identityApi } from './api.js';
import { MailedPage } from './mailed-page.js';

const words = TEXTS.account.newAddress;

/** /newaddress#…: from the mail to the address that an account is to have. */
export const NewAddressPage = (): ReactElement => {
  const dispatch = useAppDispatch();
  return (
    <MailedPage
      title={words.title}
      lead={words.lead}
      button={words.press}
      press={async (link) => {
        const { email } = await dispatch(identityApi.endpoints.confirmEmail.initiate(link)).unwrap();
        return { said: words.done(email), recovery: null };
      }}
    />
  );
};
