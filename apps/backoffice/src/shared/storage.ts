/**
 * Browsers that block cookies and site data throw on any access to local storage, and drop cookies; then nobody can
 * stay signed in, and the page shows only a message about that.
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

/** Constant until the page reloads. Browser tests import the texts, which use it, outside a browser. */
export const IS_STORAGE_DENIED = typeof window !== 'undefined' && isDenied();
