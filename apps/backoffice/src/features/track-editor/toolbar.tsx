import { Button } from 'primereact/button';
import { Checkbox } from 'primereact/checkbox';
import type { ReactElement, ReactNode } from 'react';
import type { LatLng } from '@flagpost/contracts';
import { kilometres } from '@flagpost/track-geometry';
import { TEXTS } from '../../shared/texts/editor.js';
import { CoordinatesForm, shownDegrees } from './coordinates-form.js';
import { LEAST_POINTS, type Mode, type SessionAction } from './model/session.js';

const words = TEXTS.editor;

interface Tool {
  readonly label: string;
  readonly icon: string;
  readonly press: () => void;
  readonly isDisabled?: boolean;
  /** An icon alone, always or where the bar is not wide. */
  readonly look?: 'bare' | 'minor';
}

/** Its label is hidden where there is no room for it, and is its name still. */
const ToolButton = ({ label, icon, press, isDisabled = false, look }: Tool): ReactElement => (
  <Button
    className={look === undefined ? 'editor-tool' : `editor-tool editor-tool-${look}`}
    label={label}
    icon={icon}
    text
    severity="secondary"
    title={label}
    disabled={isDisabled}
    onClick={press}
  />
);

const Bar = ({ label, children }: { label: string; children: ReactNode }): ReactElement => (
  <div className="editor-toolbar" role="toolbar" aria-label={label}>
    {children}
  </div>
);

export interface NormalBarProps {
  readonly mayEdit: boolean;
  readonly isEditing: boolean;
  readonly isBusy: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly dispatch: (action: SessionAction) => void;
  readonly onSavePosition: () => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly onKeys: () => void;
  /** The other ways to a track. */
  readonly sources: readonly Tool[];
}

export const NormalBar = (props: NormalBarProps): ReactElement => {
  const { mayEdit, isEditing, isBusy, dispatch } = props;
  const begin = (mode: Exclude<Mode['kind'], 'normal'>) => () => dispatch({ type: 'begin', mode });
  const tools: readonly Tool[] = [
    { label: words.newLine, icon: 'pi pi-share-alt', press: begin('line') },
    { label: words.newStart, icon: 'pi pi-play', press: begin('start') },
    { label: words.newFinish, icon: 'pi pi-flag', press: begin('finish') },
    { label: words.newBoxes, icon: 'pi pi-th-large', press: begin('boxes') },
    { label: words.newPoi, icon: 'pi pi-map-marker', press: begin('poi') },
    { label: words.savePosition, icon: 'pi pi-compass', press: props.onSavePosition, look: 'minor' },
    ...props.sources.map((source) => ({ ...source, look: 'minor' as const })),
  ];
  return (
    <Bar label={words.more}>
      {mayEdit && tools.map((tool) => <ToolButton key={tool.label} {...tool} isDisabled={isBusy} />)}
      <span className="editor-toolbar-end">
        {mayEdit && (
          <>
            <ToolButton
              label={words.undo}
              icon="pi pi-undo"
              look="bare"
              isDisabled={isBusy || !props.canUndo}
              press={() => dispatch({ type: 'undo' })}
            />
            <ToolButton
              label={words.redo}
              icon="pi pi-undo editor-mirrored"
              look="bare"
              isDisabled={isBusy || !props.canRedo}
              press={() => dispatch({ type: 'redo' })}
            />
          </>
        )}
        <ToolButton label={words.keys} icon="pi pi-question-circle" look="bare" press={props.onKeys} />
        {isEditing && (
          <Button label={TEXTS.cancel} text severity="secondary" disabled={isBusy} onClick={props.onCancel} />
        )}
        {mayEdit && (
          <Button
            label={isEditing ? words.save : words.edit}
            icon={isEditing ? 'pi pi-save' : 'pi pi-pencil'}
            loading={isBusy}
            onClick={isEditing ? props.onSave : () => dispatch({ type: 'edit' })}
          />
        )}
      </span>
    </Bar>
  );
};

const LEADS = {
  line: words.lineMode,
  start: words.startMode,
  finish: words.finishMode,
  boxes: words.boxesMode,
  poi: words.poiMode,
} as const;

/** In place of the normal bar while something is drawn. */
export const DrawingBar = ({
  mode,
  middle,
  isBusy,
  dispatch,
  onGoTo,
  onDone,
}: {
  mode: Exclude<Mode, { kind: 'normal' }>;
  middle: LatLng | null;
  isBusy: boolean;
  dispatch: (action: SessionAction) => void;
  onGoTo: (at: LatLng) => void;
  onDone: () => void;
}): ReactElement => {
  const draft = mode.kind === 'line' || mode.kind === 'boxes' ? mode.points : null;
  const least = mode.kind === 'boxes' ? LEAST_POINTS.boxes : LEAST_POINTS.line;
  const lacksPoints = draft !== null && draft.length < least;
  const add = (at: LatLng): void => {
    if (!isBusy) dispatch({ type: 'add', at, newPoi: words.poi.new });
  };
  return (
    <Bar label={LEADS[mode.kind]}>
      <p className="editor-lead" role="status" title={LEADS[mode.kind]}>
        {LEADS[mode.kind]}
      </p>
      <CoordinatesForm
        middle={middle}
        add={draft === null ? words.placeHere : words.addHere}
        onGoTo={onGoTo}
        onAdd={add}
      />
      {mode.kind === 'line' && (
        <label className="editor-closes" htmlFor="editor-closes" title={words.closesHelp}>
          <Checkbox
            inputId="editor-closes"
            checked={mode.isClosed}
            onChange={({ checked }) => dispatch({ type: 'closeDraft', isClosed: checked === true })}
          />
          {words.closes}
        </label>
      )}
      {draft !== null && (
        <output className="editor-drawn">{words.drawn(draft.length, kilometres([draft]).toFixed(2))}</output>
      )}
      {mode.kind === 'poi' && (
        <output className="editor-drawn">
          {mode.at === null
            ? words.noCoordinates
            : words.coordinates(shownDegrees(mode.at.lat), shownDegrees(mode.at.lng))}
        </output>
      )}
      <span className="editor-toolbar-end">
        {draft !== null && (
          <>
            <ToolButton
              label={words.undo}
              icon="pi pi-undo"
              look="bare"
              isDisabled={draft.length === 0}
              press={() => dispatch({ type: 'undo' })}
            />
            <ToolButton
              label={words.redo}
              icon="pi pi-undo editor-mirrored"
              look="bare"
              isDisabled={'undone' in mode && mode.undone.length === 0}
              press={() => dispatch({ type: 'redo' })}
            />
          </>
        )}
        <Button
          label={TEXTS.cancel}
          text
          severity="secondary"
          disabled={isBusy}
          onClick={() => dispatch({ type: 'cancelMode' })}
        />
        {draft !== null && (
          <Button
            label={words.save}
            icon="pi pi-check"
            disabled={lacksPoints}
            {...(lacksPoints && {
              title: mode.kind === 'boxes' ? words.tooFewCorners : words.tooFewPoints,
            })}
            onClick={onDone}
          />
        )}
        {mode.kind === 'poi' && (
          <Button label={words.saveChanges} icon="pi pi-save" loading={isBusy} onClick={onDone} />
        )}
      </span>
    </Bar>
  );
};
