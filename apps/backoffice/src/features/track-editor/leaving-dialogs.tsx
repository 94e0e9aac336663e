import type { ReactElement } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import type { NavigationBlock } from '../../shared/navigation-block.js';
import { TEXTS } from '../../shared/texts/editor.js';
import { useNotices } from '../../shared/ui/notices.js';
import { trackTime } from '../events/times.js';
import { KeptDialog, SaveChangesDialog } from './dialogs.js';
import { hasDraft, withDraft, type Session, type SessionAction } from './model/session.js';
import type { useKeptDrawing } from './use-kept-drawing.js';
import type { Saving } from './use-saving.js';

const words = TEXTS.editor;

/** What asks about a drawing that is not saved: ending the editing, leaving the screen, and what an earlier sitting left. */
export const LeavingDialogs = ({
  event,
  session,
  kept,
  block,
  saving,
  isCancelling,
  dispatch,
  onClose,
}: {
  event: EventDetail;
  session: Session;
  kept: ReturnType<typeof useKeptDrawing>;
  block: NavigationBlock;
  saving: Saving;
  /** Somebody wants to end the editing. */
  isCancelling: boolean;
  dispatch: (action: SessionAction) => void;
  /** Of the question whether to end the editing. */
  onClose: () => void;
}): ReactElement => {
  const notices = useNotices();
  const discard = (): void => {
    kept.drop();
    dispatch({ type: 'discard' });
  };
  const saveAndClose = async (): Promise<void> => {
    if (await saving.save()) onClose();
  };
  const saveAndLeave = async (): Promise<void> => {
    if (hasDraft(withDraft(session))) {
      block.stay();
      notices.warning(session.mode.kind === 'boxes' ? words.tooFewCorners : words.tooFewPoints);
    } else if (await saving.save()) block.leave();
  };
  const { found } = kept;
  return (
    <>
      {isCancelling && (
        <SaveChangesDialog
          isBusy={saving.isBusy}
          onYes={() => void saveAndClose()}
          onNo={() => {
            onClose();
            discard();
          }}
          onStay={onClose}
        />
      )}
      {block.isAsked && (
        <SaveChangesDialog
          isBusy={saving.isBusy}
          onYes={() => void saveAndLeave()}
          onNo={() => {
            discard();
            block.leave();
          }}
          onStay={block.stay}
        />
      )}
      {found !== null && (
        <KeptDialog
          when={trackTime(new Date(found.keptAt).toISOString(), event.eveTimeZone)}
          onRestore={() => {
            dispatch({ type: 'restore', base: found.base, document: found.document });
            kept.decided();
          }}
          onDiscard={() => {
            kept.drop();
            kept.decided();
          }}
        />
      )}
    </>
  );
};
