import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useAppDispatch } from '../../shared/store.js';
import { momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/common.js';
import { useNotices } from '../../shared/ui/notices.js';
import { accountApi, usePendingEmailQuery } from './account-api.js';

const words = TEXTS.account.newAddress;

/** The new address that waits until the link in its mail is opened, and the end of that; nothing if none waits. */
export const PendingEmail = ({ current }: { current: string | null }): ReactElement | null => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const pending = usePendingEmailQuery(null).data?.pending ?? null;
  if (pending === null) return null;
  const cancel = async (): Promise<void> => {
    try {
      await dispatch(accountApi.endpoints.cancelPendingEmail.initiate(null)).unwrap();
      notices.success(words.cancelled);
    } catch (failure) {
      notices.showDialog(failure);
    }
  };
  return (
    <section className="details-pending" aria-label={words.waiting}>
      <i className="pi pi-envelope" aria-hidden="true" />
      <div>
        <p>{words.sent(pending.email)}</p>
        <p>{words.until(current ?? TEXTS.unknown, momentText(pending.until, 'minute'))}</p>
      </div>
      <Button label={words.cancel} outlined severity="secondary" onClick={() => void cancel()} />
    </section>
  );
};
