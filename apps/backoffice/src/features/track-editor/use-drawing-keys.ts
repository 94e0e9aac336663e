import type { Dispatch } from 'react';
import type { EditorTarget } from '@flagpost/map-layers/editor';
import type { OpenDialog } from './drawing-dialogs.js';
import { placeOf, pointsOf } from './model/scene.js';
import type { Session, SessionAction } from './model/session.js';
import { insertedAfter, nudged, stepped } from './point-steps.js';
import { useEditorKeys, type EditorKey } from './use-editor-keys.js';

interface DrawingKeys {
  readonly session: Session;
  readonly mayEdit: boolean;
  /** The drawing is being saved: no key does anything. */
  readonly isFrozen: boolean;
  readonly dispatch: Dispatch<SessionAction>;
  readonly onSelect: (target: EditorTarget | null) => void;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onSave: () => void;
  /** Closes the card of a point of interest. Answers whether one was open. */
  readonly onCloseCard: () => boolean;
}

/** What the keys of the editor do to the drawing, outside dialogs and fields. */
export const useDrawingKeys = ({
  session: { history, isEditing, mode, selection },
  mayEdit,
  isFrozen,
  dispatch,
  onSelect,
  onOpen,
  onSave,
  onCloseCard,
}: DrawingKeys): void => {
  const drawing = history.present;

  /** Whether the key did something. */
  const onKey = (key: EditorKey): boolean => {
    if (isFrozen) return true;
    const points = pointsOf(drawing, selection);
    const drawn = selection?.kind === 'line' || selection?.kind === 'boxes' ? selection : null;
    switch (key.does) {
      case 'undo':
      case 'redo':
        dispatch({ type: key.does });
        return mayEdit;
      case 'save':
        if (isEditing && mode.kind === 'normal') onSave();
        return true;
      case 'list':
        onOpen({ dialog: 'keys' });
        return true;
      case 'escape':
        if (mode.kind !== 'normal') dispatch({ type: 'cancelMode' });
        else if (!onCloseCard()) {
          if (selection === null) return false;
          onSelect(null);
        }
        return true;
      case 'finish':
        if (mode.kind !== 'line' && mode.kind !== 'boxes') return false;
        dispatch({ type: 'finishMode' });
        return true;
      case 'previous':
      case 'next':
        if (drawn === null || points === null) return false;
        onSelect(stepped(drawn, points, key.does === 'next' ? 1 : -1));
        return true;
      case 'insert':
        if (!isEditing || drawn === null || points === null) return false;
        dispatch(insertedAfter(drawn, points));
        return true;
      case 'remove':
        if (!isEditing || selection === null) return false;
        onOpen({ dialog: 'remove', target: selection });
        return true;
      case 'nudge': {
        const at = selection === null ? null : placeOf(drawing, selection);
        if (!isEditing || selection === null || at === null) return false;
        const to = nudged(at, key.eastM, key.northM);
        dispatch({ type: 'do', action: { type: 'move', target: selection, to }, series: 'nudge' });
        return true;
      }
      default:
        return key satisfies never;
    }
  };
  useEditorKeys(onKey);
};
