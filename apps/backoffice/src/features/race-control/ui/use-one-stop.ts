import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';

const linksIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('a.instant-link'),
];

const KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

/** Where a key leads from this link; `null` if it leads nowhere. */
const nextOf = (key: string, links: readonly HTMLElement[], from: number): HTMLElement | null => {
  switch (key) {
    case 'ArrowDown':
      return links[from + 1] ?? null;
    case 'ArrowUp':
      return links[from - 1] ?? null;
    case 'Home':
      return links[0] ?? null;
    default:
      return links.at(-1) ?? null;
  }
};

interface OneStop<Id> {
  /** Of the list. */
  readonly ref: RefObject<HTMLOListElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  /** Of the link of a row. */
  readonly linkOf: (id: Id) => { readonly tabIndex: number; readonly onFocus: () => void };
}

/**
 * The links of a list are one stop for Tab: the first row, until arrows, Home or End lead to another one. Other controls of
 * its rows stay stops of their own. Each row has one link. When the row in focus goes, as laps do that become one line, the
 * row above it has the focus.
 */
export const useOneStop = <Id extends string | number>(ids: readonly Id[]): OneStop<Id> => {
  const [chosen, setChosen] = useState<Id | null>(null);
  const stop = chosen !== null && ids.includes(chosen) ? chosen : ids[0];
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(ids);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = ids;
    if (chosen === null || ids.includes(chosen)) return;
    const place = before.indexOf(chosen);
    if (place === -1 || list.current === null || document.activeElement !== document.body) return;
    const above = before.slice(0, place).findLast((id) => ids.includes(id));
    linksIn(list.current)[above === undefined ? 0 : ids.indexOf(above)]?.focus();
  });

  return {
    ref: list,
    onKeyDown: (event) => {
      if (!KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return;
      const links = linksIn(event.currentTarget);
      const from = links.findIndex((link) => link === event.target);
      if (from === -1) return;
      // The list would scroll as well.
      event.preventDefault();
      nextOf(event.key, links, from)?.focus();
    },
    // Who comes back begins at the first row; who comes back to the window, where he was.
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)) return;
      setChosen(null);
    },
    linkOf: (id) => ({ tabIndex: id === stop ? 0 : -1, onFocus: () => setChosen(id) }),
  };
};
