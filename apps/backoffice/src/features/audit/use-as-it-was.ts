import { useEffect, useRef, useState } from 'react';
import type { AsItWasAnswer, AsItWasProgress } from '@flagpost/contracts';
import { randomId } from '../../shared/random-id.js';
import { useAppDispatch } from '../../shared/store.js';
import { listenTo } from './answer-in-lines.js';
import { auditApi, type AsItWasQuestion } from './api.js';

export type AsItWas =
  | { readonly state: 'folding'; readonly progress: AsItWasProgress | null }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'answered'; readonly answer: AsItWasAnswer };

/** Asks once; the question is given up by `cancel`, and when the component goes. */
export const useAsItWas = ({
  race,
  what,
  instant,
}: Omit<AsItWasQuestion, 'run'>): { readonly asked: AsItWas; readonly cancel: () => void } => {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<AsItWas>({ state: 'folding', progress: null });
  const end = useRef<(() => void) | null>(null);
  useEffect(() => {
    let isOpen = true;
    const show = (next: AsItWas): void => {
      if (isOpen) setAsked(next);
    };
    const run = randomId();
    const unlisten = listenTo(run, (progress) => show({ state: 'folding', progress }));
    const { initiate } = auditApi.endpoints.asItWas;
    const call = dispatch(initiate({ race, what, instant, run }, { subscribe: false, forceRefetch: true }));
    call.unwrap().then(
      (answer) => show({ state: 'answered', answer }),
      (error: unknown) => show({ state: 'failed', error }),
    );
    const giveUp = (): void => {
      isOpen = false;
      unlisten();
      call.abort();
    };
    end.current = giveUp;
    return giveUp;
  }, [dispatch, race, what, instant]);
  const cancel = (): void => {
    end.current?.();
    setAsked({ state: 'cancelled' });
  };
  return { asked, cancel };
};
