import type { ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch } from '../../app/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { identityApi } from './api.js';
import { MailedPage } from './mailed-page.js';

const words = TEXTS.account;

/** /recovery#…: from the mail that brings a code. */
export const RecoveryLinkPage = (): ReactElement => {
  const dispatch = useAppDispatch();
  const Token = useLocation().hash.slice(1);
  const call = identityApi.endpoints.openRecoveryLink;
  return (
    <MailedPage
      title={words.restore}
      lead={words.linkLead}
      button={words.restore}
      press={async () => ({ said: null, recovery: await dispatch(call.initiate({ Token })).unwrap() })}
    />
  );
};
