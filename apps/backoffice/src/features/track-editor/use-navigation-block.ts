import { use, useCallback, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router-dom';
import { closePopGate } from '../../shared/pop-gate.js';
import { holdWaysOut } from '../../shared/ways-out.js';

/**
 * Holds back every way out of a screen with unsaved changes: links, signing out, the browser's back and forward, and
 * with the browser's own question a reload and the closing of the tab. react-router's `useBlocker` needs its data router, which
 * would add a tenth to what the login loads.
 */

/** Where somebody wants to go. */
type WayOut = () => void;

/** Of an entry in the browser's history; null: it is not of this app. */
const indexOf = (state: unknown): number | null => (state as { idx?: number } | null)?.idx ?? null;

const holdBack = (navigator: Navigator, ask: (goOn: WayOut) => void): (() => void) => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with their object, and put back as they were
  const { push, replace, go } = navigator;
  const here = indexOf(window.history.state);
  let isReturning = false;

  const onPop = (event: PopStateEvent): void => {
    const there = indexOf(event.state);
    if (here === null || there === null || there === here) {
      // The entry of this screen again: nothing has changed for the router.
      if (isReturning) event.stopImmediatePropagation();
      isReturning = false;
      return;
    }
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(here - there);
    ask(() => go.call(navigator, there - here));
  };

  const openGate = closePopGate(onPop);
  const letOut = holdWaysOut(ask);
  const held: Pick<Navigator, 'push' | 'replace' | 'go'> = {
    push: (...to) => ask(() => push.apply(navigator, to)),
    replace: (...to) => ask(() => replace.apply(navigator, to)),
    go: (delta) => ask(() => go.call(navigator, delta)),
  };
  Object.assign(navigator, held);
  return () => {
    openGate();
    letOut();
    Object.assign(navigator, { push, replace, go });
  };
};

interface NavigationBlock {
  /** Somebody wants to leave, and waits for an answer. */
  readonly isAsked: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

export const useNavigationBlock = (isBlocked: boolean): NavigationBlock => {
  const { navigator } = use(NavigationContext);
  const [wayOut, setWayOut] = useState<{ readonly goOn: WayOut } | null>(null);
  const release = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (!isBlocked) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    release.current = holdBack(navigator, (goOn) => setWayOut({ goOn }));
    return () => {
      window.removeEventListener('beforeunload', warn);
      release.current();
    };
  }, [isBlocked, navigator]);

  const stay = useCallback(() => setWayOut(null), []);
  const leave = useCallback(() => {
    release.current();
    setWayOut(null);
    wayOut?.goOn();
  }, [wayOut]);
  return { isAsked: wayOut !== null, leave, stay };
};
