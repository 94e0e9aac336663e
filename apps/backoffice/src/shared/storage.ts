/**
 * Browsers that block cookies and site data throw at the mere mention of local storage, and drop cookies; then nobody can
 * stay signed in, and the page says so in place of everything else.
 */
const isDenied = (): boolean => {
  try {
    window.localStorage.getItem('');
    // In a sandboxed frame reading cookies throws.
    return !navigator.cookieEnabled || typeof document.cookie !== 'string';
  } catch {
    return true;
  }
};

/** Fixed while a page is loaded. Browser tests read the texts, which ask for it, outside a browser. */
export const IS_STORAGE_DENIED = typeof window !== 'undefined' && isDenied();
