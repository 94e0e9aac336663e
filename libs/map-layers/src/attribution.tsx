import { useMemo, useState, type ReactElement } from 'react';

/** Providers write their attribution as HTML; the map shows its text only. */
const wordsOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent;

/** The attribution of the imagery on one line, if it has one; a press expands it if it is longer. */
export const Attribution = ({ text }: { text: string }): ReactElement | null => {
  const [isWhole, setIsWhole] = useState(false);
  const words = useMemo(() => wordsOf(text), [text]);
  if (words === '') return null;
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
