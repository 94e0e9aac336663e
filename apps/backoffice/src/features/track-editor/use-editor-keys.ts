import { useEffect, useEffectEvent } from 'react';

/** What a key asks for. */
export type EditorKey =
  | { readonly does: 'nudge'; readonly eastM: number; readonly northM: number }
  | {
      readonly does:
        'undo' | 'redo' | 'save' | 'remove' | 'insert' | 'previous' | 'next' | 'finish' | 'escape' | 'list';
    };

const STEP_M = 1;
const LONG_STEP_M = 10;

const WAYS: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const PLAIN: Readonly<Record<string, Exclude<EditorKey['does'], 'nudge'>>> = {
  Delete: 'remove',
  Insert: 'insert',
  PageUp: 'previous',
  PageDown: 'next',
  Enter: 'finish',
  Escape: 'escape',
  '?': 'list',
};

const CONTROLLED: Readonly<Record<string, Exclude<EditorKey['does'], 'nudge'>>> = {
  z: 'undo',
  y: 'redo',
  s: 'save',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Null: a key that means nothing here. On a Mac the command key stands for Ctrl. */
const readEditorKey = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): EditorKey | null => {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const does = CONTROLLED[key.toLowerCase()];
    if (does === undefined) return null;
    return { does: does === 'undo' && shiftKey ? 'redo' : does };
  }
  const way = WAYS[key];
  if (way !== undefined) {
    const stepM = shiftKey ? LONG_STEP_M : STEP_M;
    return { does: 'nudge', eastM: way[0] * stepM, northM: way[1] * stepM };
  }
  const does = PLAIN[key];
  return does === undefined ? null : { does };
};

/** Enter presses a button or follows a link. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, [role=button]') !== null;

/** In a field keys are typed; in a dialog and in an open box they belong to it. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, .p-dialog, .popup-box') !== null;

/** Keys of the editor. `onKey` returns whether it took the key: the map and the browser do not see it then. */
export const useEditorKeys = (onKey: (key: EditorKey) => boolean): void => {
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    const key = readEditorKey(event);
    const isInField = isElsewhere(event.target);
    // Escape leaves a mode from its fields too.
    if (key === null || (isInField && key.does !== 'escape' && key.does !== 'save')) return;
    if (key.does === 'finish' && isPressable(event.target)) return;
    if (!onKey(key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    let hadDialog = false;
    /** Before the map pans by its arrow keys. */
    const first = (event: KeyboardEvent): void => {
      hadDialog = document.querySelector('.p-dialog') !== null;
      if (!hadDialog && event.key !== 'Escape') hear(event);
    };
    /** After the map, which ends a drag by Escape; a dialog that it closes is gone by then. */
    const last = (event: KeyboardEvent): void => {
      if (!hadDialog && event.key === 'Escape') hear(event);
    };
    window.addEventListener('keydown', first, { capture: true });
    window.addEventListener('keydown', last);
    return () => {
      window.removeEventListener('keydown', first, { capture: true });
      window.removeEventListener('keydown', last);
    };
  }, []);
};
