import { useEffect } from 'react';
import { TEXTS } from './texts/common.js';

/** What the tab of the browser is called: by the page, and before that by an alarm that is open there. */
let page = '';
let alarm = '';

const show = (): void => {
  document.title = alarm !== '' ? alarm : page === '' ? TEXTS.product : `${page} · ${TEXTS.product}`;
};

/** Names the page, the most specific first, in the tab, the history and the bookmarks of the browser. */
export const usePageTitle = (...parts: readonly (string | undefined)[]): void => {
  const name = parts.filter((part) => part !== undefined && part !== '').join(' · ');
  useEffect(() => {
    page = name;
    show();
    return () => {
      page = '';
      show();
    };
  }, [name]);
};

/** Takes the place of the page's name while it is not empty. */
export const useAlarmTitle = (text: string): void => {
  useEffect(() => {
    alarm = text;
    show();
    return () => {
      alarm = '';
      show();
    };
  }, [text]);
};
