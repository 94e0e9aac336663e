import { Button } from 'primereact/button';
import { useEffect, useState, type ReactElement } from 'react';
import { LANGUAGE } from '../../shared/language.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/push.js';
import { Failure } from '../../shared/ui/failure.js';
import { useNotices } from '../../shared/ui/notices.js';
import { accountApi, usePushQuery } from './account-api.js';
import { browserSubscription, pushObstacle, subscribeBrowser, unsubscribeBrowser } from './push-browser.js';
import { forgetPush, notePush } from './push-registration.js';

const words = TEXTS.push;

/** Whether this browser is told of the person's events, and the way to change it. */
export const PushSwitch = (): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const { data, error, refetch, fulfilledTimeStamp } = usePushQuery(null);
  const obstacle = pushObstacle();
  const [isBusy, setIsBusy] = useState(false);
  const [isBlocked, setIsBlocked] = useState(obstacle === null && Notification.permission === 'denied');
  /** Whether the browser has a subscription of the server's key; null: not known yet. */
  const [isHere, setIsHere] = useState<boolean | null>(null);
  const publicKey = data?.publicKey;
  // Also after the page has renewed it.
  useEffect(() => {
    if (publicKey === undefined || obstacle !== null) return;
    browserSubscription(publicKey).then(
      (found) => setIsHere(found !== null),
      () => setIsHere(false),
    );
  }, [publicKey, obstacle, fulfilledTimeStamp]);
  const isOn = data?.isSubscribed === true && isHere === true;

  const switchOn = async (key: string): Promise<void> => {
    const subscription = await subscribeBrowser(key).catch(() => 'failed' as const);
    if (subscription === 'failed') notices.warning(words.failed);
    else if (subscription === null) setIsBlocked(Notification.permission === 'denied');
    else {
      await dispatch(accountApi.endpoints.subscribePush.initiate(subscription)).unwrap();
      notePush(subscription, LANGUAGE, key);
      setIsBlocked(false);
      setIsHere(true);
    }
  };
  const switchOff = async (): Promise<void> => {
    await dispatch(accountApi.endpoints.unsubscribePush.initiate(null)).unwrap();
    forgetPush();
    await unsubscribeBrowser();
    setIsHere(false);
  };
  const change = async (key: string): Promise<void> => {
    setIsBusy(true);
    try {
      await (isOn ? switchOff() : switchOn(key));
    } catch (failure) {
      notices.showDialog(failure);
    }
    setIsBusy(false);
  };

  const state = isOn ? words.on : words.off;
  return (
    <section className="details-push" aria-labelledby="push">
      <div className="details-head">
        <h2 id="push">{words.title}</h2>
        {obstacle === null && data !== undefined && isHere !== null && (
          <Button
            label={isOn ? words.switchOff : words.switchOn}
            icon={isOn ? 'pi pi-bell-slash' : 'pi pi-bell'}
            outlined
            disabled={isBusy}
            onClick={() => void change(data.publicKey)}
          />
        )}
      </div>
      {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
      <p>{words.lead}</p>
      <p>{words.lockScreen}</p>
      <p role="status">
        {obstacle !== null && words[obstacle]}
        {obstacle === null && isBlocked && words.blocked}
        {obstacle === null && !isBlocked && data !== undefined && isHere !== null && state}
      </p>
    </section>
  );
};
