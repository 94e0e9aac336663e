import { Message } from 'primereact/message';
import { useCallback, useReducer, useState, type ComponentType, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { may, TRACK_LIMITS, type EventDetail, type LatLng, type MapPosition } from '@flagpost/contracts';
import type { EditorMapProps, EditorTarget, EditorTool } from '@flagpost/map-layers/editor';
import { useNavigationBlock } from '../../shared/navigation-block.js';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/editor.js';
import { TEXTS as DRIVE } from '../../shared/texts/track-drive.js';
import { useNotices } from '../../shared/ui/notices.js';
import { DrawingDialogs, type OpenDialog } from './drawing-dialogs.js';
import { EditorFrame } from './editor-frame.js';
import { EditorSurface } from './editor-surface.js';
import { useDroppedFile } from '../../shared/ui/use-dropped-file.js';
import { LeavingDialogs } from './leaving-dialogs.js';
import type { DocumentPart } from './model/document.js';
import { placeOf, pointsOf } from './model/scene.js';
import { hasDraft, reduceSession, sessionOf } from './model/session.js';
import type { ServerCopy } from './model/wire.js';
import { PoiCard } from './poi-card.js';
import { SaveDialogs } from './save-dialogs.js';
import { SelectedShape } from './selected-shape.js';
import { ShapeList } from './shape-list.js';
import { DrawingBar, NormalBar } from './toolbar.js';
import { useDrawingKeys } from './use-drawing-keys.js';
import { useKeptDrawing } from './use-kept-drawing.js';
import { useSavedPosition } from './use-saved-position.js';
import { useSaving } from './use-saving.js';
import { useShownDrawing } from './use-shown-drawing.js';
import { WarningsPanel } from './warnings-panel.js';
import './track-editor.css';

const words = TEXTS.editor;

/** By which a shape of some hundred metres is seen. */
const CLOSE_ZOOM = 16;
const ONLY_POIS: readonly DocumentPart[] = ['pois'];

/** The map of an event as it was read, and everything that is done to it until it is saved. */
export const TrackEditor = ({
  event,
  userId,
  server,
  surface,
}: {
  event: EventDetail;
  userId: number;
  server: ServerCopy;
  surface: ComponentType<EditorMapProps>;
}): ReactElement => {
  const actor = useAppSelector(selectActor);
  const navigate = useNavigate();
  const notices = useNotices();
  const [session, act] = useReducer(reduceSession, server, (base) => sessionOf(base, null));
  const [view, setView] = useState<MapPosition | null>(null);
  const [goTo, setGoTo] = useState<MapPosition | null>(null);
  const [isSnapping, setIsSnapping] = useState(true);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [openPoiId, setOpenPoiId] = useState<string | null>(null);

  const subject = { clubId: event.cluId, past: event.past };
  const mayEdit = may(actor, 'route.edit', subject);
  const { history, isEditing, mode, selection } = session;
  const drawing = history.present;
  const { raceLineId, scene, warnings, kilometres } = useShownDrawing(event, drawing);
  const kept = useKeptDrawing(event.eveId, userId, session);
  const savePosition = useSavedPosition(event.eveId, act);
  const block = useNavigationBlock(kept.isUnsaved || hasDraft(session));
  const saving = useSaving(event, session, act);
  const isChanging = isEditing && !saving.isBusy;
  const middle = view === null ? null : { lat: view.lat, lng: view.lng };

  const show = (at: LatLng): void => setGoTo({ ...at, zoom: Math.max(view?.zoom ?? CLOSE_ZOOM, CLOSE_ZOOM) });
  const showTarget = (target: EditorTarget): void => {
    const at = placeOf(drawing, target) ?? pointsOf(drawing, target)?.[0];
    if (at !== undefined) show(at);
  };
  const select = useCallback((target: EditorTarget | null) => act({ type: 'select', target }), []);
  const closeDialog = (): void => setOpen(null);

  const cancelEditing = (): void => {
    if (kept.isUnsaved) setOpen({ dialog: 'cancel' });
    else act({ type: 'discard' });
  };
  const remove = (target: EditorTarget): void => {
    setOpen(null);
    setOpenPoiId(null);
    // Deleting goes on with the point that has its place now.
    const isPoint = 'point' in target && target.point !== null;
    act({ type: 'do', action: { type: 'remove', target }, ...(!isPoint && { select: null }) });
  };

  const place = (at: LatLng): void => {
    if (mode.kind === 'poi' && drawing.pois.length >= TRACK_LIMITS.pois) {
      notices.warning(words.poi.tooMany(TRACK_LIMITS.pois));
      return;
    }
    act({ type: 'add', at, newPoi: words.poi.new });
  };

  const leaveMode = (): void => {
    if (mode.kind === 'poi') void saving.save(ONLY_POIS);
    else act({ type: 'finishMode' });
  };

  useDrawingKeys({
    session,
    mayEdit,
    isFrozen: saving.isBusy,
    dispatch: act,
    onSelect: select,
    onOpen: setOpen,
    onSave: () => void saving.save(),
    onCloseCard: () => {
      setOpenPoiId(null);
      return openPoiId !== null;
    },
  });

  const drop = useDroppedFile(
    mayEdit && !saving.isBusy && mode.kind === 'normal' && open === null
      ? (dropped) => setOpen({ dialog: 'import', dropped })
      : null,
  );

  const tool: EditorTool =
    mode.kind === 'normal' || saving.isBusy ? (isChanging ? 'select' : 'view') : mode.kind;
  const openPoi = drawing.pois.find(({ id }) => id === openPoiId) ?? null;
  const toolbar =
    mode.kind === 'normal' ? (
      <NormalBar
        mayEdit={mayEdit}
        isEditing={isEditing}
        isBusy={saving.isBusy}
        canUndo={history.past.length > 0}
        canRedo={history.future.length > 0}
        dispatch={act}
        onSavePosition={() => void savePosition(view)}
        onSave={() => void saving.save()}
        onCancel={cancelEditing}
        onKeys={() => setOpen({ dialog: 'keys' })}
        sources={[
          {
            label: words.import,
            icon: 'pi pi-upload',
            press: () => setOpen({ dialog: 'import', dropped: null }),
          },
          { label: DRIVE.trackDrive.title, icon: 'pi pi-car', press: () => setOpen({ dialog: 'drive' }) },
        ]}
      />
    ) : (
      <DrawingBar
        key={mode.kind}
        mode={mode}
        middle={middle}
        isBusy={saving.isBusy}
        dispatch={act}
        onGoTo={show}
        onDone={leaveMode}
      />
    );

  return (
    <EditorFrame
      event={event}
      name={drawing.name}
      kilometres={kilometres}
      isUnsaved={kept.isUnsaved}
      isSnapping={isSnapping}
      onSnapping={mayEdit ? setIsSnapping : null}
      warnings={warnings.length}
      onBack={() => void navigate(PATHS.event(event.eveId))}
      toolbar={toolbar}
      drop={drop}
      notes={
        <>
          {!mayEdit && <Message severity="info" text={event.past ? words.readOnly : words.notYours} />}
          {kept.hasFailed && <Message severity="warn" text={words.kept.failed} />}
        </>
      }
      map={
        <EditorSurface
          surface={surface}
          event={event}
          session={session}
          scene={scene}
          tool={tool}
          isSnapping={isSnapping}
          goTo={goTo}
          dispatch={act}
          onSelect={select}
          onAdd={place}
          onFinish={leaveMode}
          onOpenPoi={setOpenPoiId}
          onView={setView}
        />
      }
      card={
        openPoi !== null && (
          <PoiCard
            poi={openPoi}
            isEditing={isChanging}
            onEdit={() => setOpen({ dialog: 'poi', id: openPoi.id })}
            onRemove={() => setOpen({ dialog: 'remove', target: { kind: 'poi', id: openPoi.id } })}
            onClose={() => setOpenPoiId(null)}
          />
        )
      }
      panel={
        <>
          <WarningsPanel
            warnings={warnings}
            onShow={() => {
              if (drawing.finish !== null) show(drawing.finish);
            }}
          />
          {selection !== null && (
            <SelectedShape
              document={drawing}
              raceLineId={raceLineId}
              selection={selection}
              isEditing={isChanging && mode.kind === 'normal'}
              mayStage={may(actor, 'stages.edit', subject)}
              dispatch={act}
              onRemove={(target) => setOpen({ dialog: 'remove', target })}
              onShow={showTarget}
              onStage={(lineId) => setOpen({ dialog: 'stage', lineId })}
            />
          )}
          <ShapeList
            document={drawing}
            raceLineId={raceLineId}
            selection={selection}
            onSelect={(target) => {
              select(target);
              if (target?.kind === 'poi') setOpenPoiId(target.id);
            }}
          />
        </>
      }
    >
      <DrawingDialogs
        event={event}
        drawing={drawing}
        open={open}
        surface={surface}
        dispatch={act}
        onRemove={remove}
        onLook={setGoTo}
        onClose={closeDialog}
      />
      <LeavingDialogs
        event={event}
        session={session}
        kept={kept}
        block={block}
        saving={saving}
        isCancelling={open?.dialog === 'cancel'}
        dispatch={act}
        onClose={closeDialog}
      />
      <SaveDialogs asked={saving.asked} event={event} />
    </EditorFrame>
  );
};
