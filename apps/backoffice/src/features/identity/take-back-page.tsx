import type { ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/common.js';
import { identityApi } from './api.js';
import { MailedPage } from './mailed-page.js';

const words = TEXTS.account.notMe;

/** /notme#…: from the mail about a change of password or address. */
export const TakeBackPage = (): ReactElement => {
  const dispatch = useAppDispatch();
  return (
    <MailedPage
      title={words.title}
      lead={words.lead}
      button={words.press}
      press={async (link) => {
        const answer = await dispatch(identityApi.endpoints.takeBack.initiate(link)).unwrap();
        return { said: words.done[answer.restored], recovery: answer.recovery };
      }}
    />
  );
};
