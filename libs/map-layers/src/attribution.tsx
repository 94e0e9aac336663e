import { useMemo, useState, type ReactElement } from 'react';

/** Providers write their attribution as HTML; the map needs its words alone. */
const wordsOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent;

/** Whose imagery it is, on one line; all of it at a press where it is longer than the line. */
export const Attribution = ({ text }: { text: string }): ReactElement => {
  const [isWhole, setIsWhole] = useState(false);
  const words = useMemo(() => wordsOf(text), [text]);
  return (
    <button
      type="button"
      className="race-map-attribution"
      aria-expanded={isWhole}
      title={words}
      onClick={() => setIsWhole(!isWhole)}
    >
      {words}
    </button>
  );
};
