import type { ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { identityApi } from './api.js';
import { MailedPage } from './mailed-page.js';

const words = TEXTS.account;

/** /recovery#…: from the mail that brings a code. */
export const RecoveryLinkPage = (): ReactElement => {
  const dispatch = useAppDispatch();
  const call = identityApi.endpoints.openRecoveryLink;
  return (
    <MailedPage
      title={words.restore}
      lead={words.linkLead}
      button={words.restore}
      press={async (link) => ({ said: null, recovery: await dispatch(call.initiate(link)).unwrap() })}
    />
  );
};
