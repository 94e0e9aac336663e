import type { ComponentType, ReactElement } from 'react';
import type { EventDetail, MapPosition } from '@flagpost/contracts';
import type { EditorMapProps, EditorTarget } from '@flagpost/map-layers/editor';
import { viewOf } from '@flagpost/track-geometry';
import { TEXTS } from '../../shared/texts/editor.js';
import { useNotices } from '../../shared/ui/notices.js';
import { PoiDialog, RemoveDialog, ShortcutsDialog } from './dialogs.js';
import { DriveDialog } from './drive/drive-dialog.js';
import { withDrive } from './drive/with-drive.js';
import { ImportDialog } from './import/import-dialog.js';
import { withImport } from './import/with-import.js';
import type { TrackDocument } from './model/document.js';
import type { SessionAction } from './model/session.js';
import { StageDialog } from './stage-dialog.js';

/** The dialog that is open over the drawing. `cancel` asks whether to save, and is the editor's own. */
export type OpenDialog =
  | { readonly dialog: 'remove'; readonly target: EditorTarget }
  | { readonly dialog: 'poi'; readonly id: string }
  | { readonly dialog: 'stage'; readonly lineId: string }
  | { readonly dialog: 'import'; readonly dropped: File | null }
  | { readonly dialog: 'keys' | 'cancel' | 'drive' };

/** The smallest map that any screen has. */
const VIEW_PX = { width: 360, height: 360 };

/** The dialogs that change a drawing. */
export const DrawingDialogs = ({
  event,
  drawing,
  open,
  surface,
  dispatch,
  onRemove,
  onLook,
  onClose,
}: {
  event: EventDetail;
  drawing: TrackDocument;
  open: OpenDialog | null;
  surface: ComponentType<EditorMapProps>;
  dispatch: (action: SessionAction) => void;
  onRemove: (target: EditorTarget) => void;
  /** Moves the map. */
  onLook: (position: MapPosition) => void;
  onClose: () => void;
}): ReactElement | null => {
  const notices = useNotices();
  /** The next id goes to the line or stage that is added. */
  const added = { kind: 'line', id: `new-${drawing.nextId}`, point: null } as const;
  switch (open?.dialog) {
    case 'import':
      return (
        <ImportDialog
          eventId={event.eveId}
          hasTrack={drawing.name !== ''}
          drawn={{ lines: drawing.lines.length, pois: drawing.pois.length }}
          finishRadiusM={event.eveGeoRadius}
          dropped={open.dropped}
          surface={surface}
          onImport={(imported) => {
            onClose();
            dispatch({ type: 'edit' });
            dispatch({ type: 'do', action: { type: 'replace', document: withImport(drawing, imported) } });
            const places = [...imported.lines.flat(), ...imported.pois.map(({ position }) => position)];
            if (places.length > 0) onLook(viewOf(places, VIEW_PX));
            notices.success(TEXTS.editor.lineLoaded);
          }}
          onHide={onClose}
        />
      );
    case 'drive':
      return (
        <DriveDialog
          eventId={event.eveId}
          onTrack={(track) => {
            onClose();
            dispatch({ type: 'edit' });
            dispatch({
              type: 'do',
              action: { type: 'replace', document: withDrive(drawing, track) },
              select: added,
            });
            onLook(viewOf(track.line, VIEW_PX));
          }}
          onHide={onClose}
        />
      );
    case 'keys':
      return <ShortcutsDialog onClose={onClose} />;
    case 'remove':
      return <RemoveDialog target={open.target} onYes={() => onRemove(open.target)} onNo={onClose} />;
    case 'poi': {
      const poi = drawing.pois.find(({ id }) => id === open.id);
      return poi === undefined ? null : (
        <PoiDialog
          poi={poi}
          onDone={(changed) => {
            onClose();
            dispatch({ type: 'do', action: { type: 'changePoi', poi: changed } });
          }}
          onCancel={onClose}
        />
      );
    }
    case 'stage':
      return (
        <StageDialog
          document={drawing}
          lineId={open.lineId}
          zone={event.eveTimeZone}
          eventStart={event.eveStart}
          onDone={(stage) => {
            onClose();
            dispatch({
              type: 'do',
              action: { type: 'addStage', stage, fromLine: open.lineId },
              select: added,
            });
          }}
          onCancel={onClose}
        />
      );
    case 'cancel':
    case undefined:
    default:
      return null;
  }
};
