import { useEffect } from 'react';
import { TEXTS } from './texts/common.js';

/** What the tab of the browser is called: by the page, and before that by an alarm that is open there. */
const said = { page: '', alarm: '' };

const show = (): void => {
  const { page, alarm } = said;
  document.title = alarm !== '' ? alarm : page === '' ? TEXTS.product : `${page} · ${TEXTS.product}`;
};

const useSaid = (by: keyof typeof said, text: string): void => {
  useEffect(() => {
    said[by] = text;
    show();
    return () => {
      said[by] = '';
      show();
    };
  }, [by, text]);
};

/** Names the page, the most specific first, in the tab, the history and the bookmarks of the browser. */
export const usePageTitle = (...parts: readonly (string | undefined)[]): void =>
  useSaid('page', parts.filter((part) => part !== undefined && part !== '').join(' · '));

/** Takes the place of the page's name while it is not empty. */
export const useAlarmTitle = (text: string): void => useSaid('alarm', text);
