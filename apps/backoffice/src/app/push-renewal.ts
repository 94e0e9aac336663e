import { useEffect } from 'react';
import { LANGUAGE } from '../shared/language.js';
import { useAppDispatch } from '../shared/store.js';
import { STORAGE_KEYS } from '../shared/stored-names.js';

/** Push messages go on in the language of the page. Loads nothing for who is not subscribed, or reads the same one. */
export const usePushLanguage = (): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const told = window.localStorage.getItem(STORAGE_KEYS.pushLanguage);
    if (told === null || told === LANGUAGE) return;
    import('../features/identity/push-language.js')
      .then(({ renewPushLanguage }) => dispatch(renewPushLanguage()))
      // The next page tries it again.
      .catch(() => undefined);
  }, [dispatch]);
};
