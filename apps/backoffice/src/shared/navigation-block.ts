import { use, useCallback, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router-dom';
import { closePopGate } from './pop-gate.js';
import { holdWaysOut } from './ways-out.js';

/**
 * Holds back every way out of a screen or form with unsaved changes: links, signing out, the browser's back and forward,
 * and with the browser's own question a reload and the closing of the tab. react-router's `useBlocker` needs its data router, which
 * would add a tenth to what the login loads.
 */

/** Where somebody wants to go: it is asked for again, as a screen below a form may hold it back too. */
type WayOut = () => void;
type Ask = (goOn: WayOut) => void;

/** Of an entry in the browser's history; null: it is not of this app. */
const indexOf = (state: unknown): number | null => (state as { idx?: number } | null)?.idx ?? null;

/** An address that is written anew for what this screen shows is no way out of it. */
const isHere = (to: To): boolean => typeof to !== 'string' && to.pathname === window.location.pathname;

const holdBack = (navigator: Navigator, ask: Ask): (() => void) => {
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
    ask(() => navigator.go(there - here));
  };

  const openGate = closePopGate(onPop);
  const letOut = holdWaysOut(ask);
  const held: Pick<Navigator, 'push' | 'replace' | 'go'> = {
    push: (...to) => ask(() => navigator.push(...to)),
    replace: (...to) => (isHere(to[0]) ? replace.apply(navigator, to) : ask(() => navigator.replace(...to))),
    go: (delta) => ask(() => navigator.go(delta)),
  };
  Object.assign(navigator, held);
  return () => {
    openGate();
    letOut();
    Object.assign(navigator, { push, replace, go });
  };
};

/** Of all that is unsaved, a screen and a form over it; the newest is asked about first. */
const asks: Ask[] = [];
let letGo = (): void => undefined;

/** Returns a function that ends it, in whichever order they end. */
const hold = (navigator: Navigator, ask: Ask): (() => void) => {
  if (asks.length === 0) letGo = holdBack(navigator, (goOn) => asks.at(-1)?.(goOn));
  asks.push(ask);
  return () => {
    if (!asks.includes(ask)) return;
    asks.splice(asks.indexOf(ask), 1);
    if (asks.length === 0) letGo();
  };
};

export interface NavigationBlock {
  /** Somebody wants to leave, and waits for an answer. */
  readonly isAsked: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
  /** Nothing is unsaved any more, before the next rendering says so. */
  readonly release: () => void;
}

export const useNavigationBlock = (isBlocked: boolean): NavigationBlock => {
  const { navigator } = use(NavigationContext);
  const [wayOut, setWayOut] = useState<{ readonly goOn: WayOut } | null>(null);
  const end = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (!isBlocked) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const letPass = hold(navigator, (goOn) => setWayOut({ goOn }));
    end.current = () => {
      window.removeEventListener('beforeunload', warn);
      letPass();
    };
    return () => end.current();
  }, [isBlocked, navigator]);

  const stay = useCallback(() => setWayOut(null), []);
  const release = useCallback(() => end.current(), []);
  const leave = useCallback(() => {
    release();
    setWayOut(null);
    wayOut?.goOn();
  }, [release, wayOut]);
  return { isAsked: wayOut !== null, leave, stay, release };
};
