import { useCallback, useEffect, useRef } from 'react';

/**
 * Of several readings that are under way the newest counts, and none once the component is gone. Begins one, and returns
 * whether it is the newest.
 */
export const useNewest = (): (() => () => boolean) => {
  const begun = useRef(0);
  useEffect(
    () => () => {
      begun.current += 1;
    },
    [],
  );
  return useCallback(() => {
    const mine = (begun.current += 1);
    return () => mine === begun.current;
  }, []);
};
