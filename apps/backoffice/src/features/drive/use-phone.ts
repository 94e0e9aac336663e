import { useEffect, useRef, useState } from 'react';
import type { Kept, PhoneDatabase } from './phone/database.js';
import { takeWheel, type Wheel } from './phone/one-tab.js';
import { isUnfinished, startPhone, type Phone } from './phone/phone.js';

/** The phone of this tab; null while another tab drives, and once the event is over and nothing is left to do. */
export const usePhone = (
  secret: string,
  database: PhoneDatabase,
  token: string,
  refresh: () => Promise<Kept>,
  keep: (change: Partial<Kept>) => void,
  onDone: () => void,
): { phone: Phone | null; isElsewhere: boolean; steal: () => void } => {
  const [phone, setPhone] = useState<Phone | null>(null);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const wheel = useRef<Wheel | null>(null);
  useEffect(() => {
    let current: Phone | null = null;
    /** Counts beginnings and ends: what was begun before the last one is not carried on. */
    let turn = 0;
    const stop = (): void => {
      turn += 1;
      current?.stop();
      current = null;
    };
    const start = async (): Promise<void> => {
      turn += 1;
      const mine = turn;
      // The tab that drove until now has added to it, and may have lost the token.
      const [kept, queue] = await Promise.all([refresh(), database.readQueue().catch(() => [])]);
      if (mine !== turn || kept.token !== token) return;
      // Else a page of a past event would ask for the location.
      if (kept.invitation?.Ended === true && !isUnfinished(kept, queue)) {
        onDone();
        return;
      }
      current ??= startPhone({ database, kept, queue, token, keep });
      setPhone(current);
    };
    let isOver = false;
    const taken = takeWheel(secret, (isDriving) => {
      if (isOver) return;
      setIsElsewhere(!isDriving);
      if (isDriving) void start();
      else {
        stop();
        setPhone(null);
      }
    });
    wheel.current = taken;
    return () => {
      isOver = true;
      stop();
      taken.release();
    };
  }, [secret, database, token, refresh, keep, onDone]);
  return { phone, isElsewhere, steal: () => wheel.current?.steal() };
};
