import { Button } from 'primereact/button';
import { Skeleton } from 'primereact/skeleton';
import { useState, type ReactElement } from 'react';
import type { SessionRow } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { sessionEnded } from '../../shared/session/slice.js';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/common.js';
import { Failure } from '../../shared/ui/failure.js';
import { useNotices } from '../../shared/ui/notices.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { accountApi, useSessionsQuery } from './account-api.js';

const words = TEXTS.account;

const Row = ({ session: { browser, lastUsedAt, isCurrent } }: { session: SessionRow }): ReactElement => (
  <li>
    <i className={browser === null ? 'pi pi-code' : 'pi pi-desktop'} aria-hidden="true" />
    <span className="details-session">
      <span>{browser ?? words.otherProgram}</span>
      <small>{words.lastUsed(momentText(lastUsedAt, 'minute'))}</small>
    </span>
    {isCurrent && <span className="details-here">{words.thisSession}</span>}
  </li>
);

/** Where the person is signed in, and the end of all of it. */
export const SessionList = (): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const [isAsking, setIsAsking] = useState(false);
  const { data: sessions, error, refetch } = useSessionsQuery(null);
  const signOutEverywhere = async (): Promise<void> => {
    setIsAsking(false);
    try {
      await dispatch(accountApi.endpoints.signOutEverywhere.initiate(null)).unwrap();
      dispatch(sessionEnded(words.signedOut));
    } catch (failure) {
      notices.showDialog(failure);
    }
  };
  return (
    <section className="details-sessions" aria-labelledby="sessions">
      <div className="details-head">
        <h2 id="sessions">{words.sessions}</h2>
        <Button
          label={words.signOutEverywhere}
          icon="pi pi-sign-out"
          outlined
          severity="danger"
          onClick={() => setIsAsking(true)}
        />
      </div>
      {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {sessions === undefined && error === undefined && (
        <div role="status">
          <span className="visually-hidden">{TEXTS.loading}</span>
          <Skeleton height="120px" borderRadius="8px" />
        </div>
      )}
      {sessions !== undefined && (
        <ul>
          {sessions.map((session, index) => (
            <Row key={index} session={session} />
          ))}
        </ul>
      )}
      {isAsking && (
        <YesNo
          title={words.signOutEverywhere}
          yes={words.signOutEverywhere}
          no={TEXTS.cancel}
          danger
          onYes={() => void signOutEverywhere()}
          onNo={() => setIsAsking(false)}
        >
          {words.signOutQuestion}
        </YesNo>
      )}
    </section>
  );
};
