import { useNotices } from './notices.js';

/** Waits for work that somebody asked for; a failure is shown at once. */
export const useCarryOut = (): ((work: Promise<unknown>) => void) => {
  const notices = useNotices();
  return (work) => void work.catch((error: unknown) => notices.showError(error));
};
