import { useEffect } from 'react';
import { isRegistered } from '../features/identity/push-registration.js';
import { useAppDispatch } from '../shared/store.js';

/**
 * Push messages go on in the language of the page, and to the address that the browser has at its push service now. Loads
 * nothing for who is not subscribed.
 */
export const usePushRenewal = (): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const renew = (): void => {
      if (!isRegistered()) return;
      import('../features/identity/push-renewal.js')
        .then(({ renewPush }) => dispatch(renewPush()))
        // The next page tries it again.
        .catch(() => undefined);
    };
    renew();
    // The worker of push messages says that the browser has changed its subscription.
    const { serviceWorker } = navigator as Partial<Navigator>;
    serviceWorker?.addEventListener('message', renew);
    return () => serviceWorker?.removeEventListener('message', renew);
  }, [dispatch]);
};
