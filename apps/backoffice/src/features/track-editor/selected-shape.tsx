import { Button } from 'primereact/button';
import { useId, useState, type ReactElement } from 'react';
import type { LatLng } from '@flagpost/contracts';
import type { EditorTarget } from '@flagpost/map-layers/editor';
import { isClosed } from '@flagpost/track-geometry';
import { TEXTS } from '../../shared/texts/editor.js';
import { shownDegrees } from './coordinates-form.js';
import type { TrackDocument } from './model/document.js';
import { placeOf, pointsOf } from './model/scene.js';
import type { SessionAction } from './model/session.js';
import { insertedAfter, ownIndex, pointCount, stepped } from './point-steps.js';
import { isSameShape, shapesOf } from './shape-list.js';

const words = TEXTS.editor;

interface Props {
  readonly document: TrackDocument;
  readonly raceLineId: string | null;
  readonly selection: EditorTarget;
  readonly isEditing: boolean;
  readonly mayStage: boolean;
  readonly dispatch: (action: SessionAction) => void;
  /** Asks before it deletes. */
  readonly onRemove: (target: EditorTarget) => void;
  readonly onShow: (target: EditorTarget) => void;
  readonly onStage: (lineId: string) => void;
}

const REMOVE_WORDS = {
  line: words.removeLine,
  boxes: words.removeBoxes,
  start: words.removeStart,
  finish: words.removeFinish,
  gate: words.poi.remove,
  poi: words.poi.remove,
} as const;

/** One point after the other: a list of thousands is of no use to anybody. */
const PointStepper = ({
  points,
  target,
  onSelect,
}: {
  points: readonly LatLng[];
  target: Extract<EditorTarget, { kind: 'line' | 'boxes' }>;
  onSelect: (target: EditorTarget) => void;
}): ReactElement => {
  const { point } = target;
  return (
    <div className="editor-stepper" role="group" aria-label={words.chosen}>
      <Button
        icon="pi pi-angle-left"
        text
        aria-label={words.previousPoint}
        title={words.previousPoint}
        onClick={() => onSelect(stepped(target, points, -1))}
      />
      <output>
        {point === null ? words.wholeShape : words.pointOf(ownIndex(points, point) + 1, pointCount(points))}
      </output>
      <Button
        icon="pi pi-angle-right"
        text
        aria-label={words.nextPoint}
        title={words.nextPoint}
        onClick={() => onSelect(stepped(target, points, 1))}
      />
      {point !== null && (
        <Button label={words.wholeShape} text onClick={() => onSelect({ ...target, point: null })} />
      )}
    </div>
  );
};

const JoinWith = ({
  document,
  lineId,
  raceLineId,
  onJoin,
}: {
  document: TrackDocument;
  lineId: string;
  raceLineId: string | null;
  onJoin: (other: string) => void;
}): ReactElement | null => {
  const id = useId();
  const [other, setOther] = useState('');
  const others = shapesOf(document, raceLineId).flatMap(({ target, label }) =>
    target.kind === 'line' && target.id !== lineId && document.lines.some((line) => line.id === target.id)
      ? [{ id: target.id, label }]
      : [],
  );
  if (others.length === 0) return null;
  return (
    <div className="editor-join">
      <label htmlFor={id}>{words.join}</label>
      <select
        id={id}
        className="p-inputtext p-component"
        value={other}
        onChange={({ target }) => setOther(target.value)}
      >
        <option value="">{words.joinNone}</option>
        {others.map((line) => (
          <option key={line.id} value={line.id}>
            {line.label}
          </option>
        ))}
      </select>
      <Button
        icon="pi pi-link"
        outlined
        aria-label={words.join}
        title={words.join}
        disabled={other === ''}
        onClick={() => {
          onJoin(other);
          setOther('');
        }}
      />
    </div>
  );
};

/** What can be done to a line or the boxes as a whole, and to their chosen point. */
const PointActions = ({
  props,
  target,
  points,
}: {
  props: Props;
  target: Extract<EditorTarget, { kind: 'line' | 'boxes' }>;
  points: readonly LatLng[];
}): ReactElement | null => {
  const { dispatch, onRemove, document } = props;
  const { point } = target;
  if (point === null) return null;
  const [fewest, tooFew] =
    target.kind === 'boxes' ? [4, words.atLeastThree] : [isClosed(points) ? 3 : 2, words.atLeastTwo];
  const isKept = points.length <= fewest;
  const isLine = target.kind === 'line' && document.lines.some(({ id }) => id === target.id);
  const stage = target.kind === 'line' ? document.stages.find(({ id }) => id === target.id) : undefined;
  const at = points[point];
  const placeGate = (end: 'start' | 'finish') => () => {
    if (stage !== undefined && at !== undefined)
      dispatch({ type: 'do', action: { type: 'changeStage', stage: { ...stage, [end]: at } } });
  };
  return (
    <div className="editor-actions">
      <Button
        label={words.insertAfter}
        icon="pi pi-plus"
        outlined
        onClick={() => dispatch(insertedAfter(target, points))}
      />
      {isLine && point > 0 && point < points.length - 1 && (
        <Button
          label={words.cut}
          icon="pi pi-minus"
          outlined
          onClick={() =>
            dispatch({ type: 'do', action: { type: 'cutLine', id: target.id, point }, select: null })
          }
        />
      )}
      {stage !== undefined && (
        <>
          <Button label={words.stageStartHere} icon="pi pi-play" outlined onClick={placeGate('start')} />
          <Button label={words.stageFinishHere} icon="pi pi-flag" outlined onClick={placeGate('finish')} />
        </>
      )}
      <Button
        label={words.removePoint}
        icon="pi pi-trash"
        outlined
        severity="danger"
        disabled={isKept}
        {...(isKept && { title: tooFew })}
        onClick={() => onRemove(target)}
      />
    </div>
  );
};

const LineActions = ({
  props,
  lineId,
  points,
}: {
  props: Props;
  lineId: string;
  points: readonly LatLng[];
}): ReactElement => {
  const { dispatch, document, raceLineId, mayStage, onStage } = props;
  const change = (type: 'reverseLine' | 'closeLine') => () =>
    dispatch({ type: 'do', action: { type, id: lineId } });
  const isStage = document.stages.some(({ id }) => id === lineId);
  return (
    <>
      <div className="editor-actions">
        <Button label={words.reverse} icon="pi pi-sort-alt" outlined onClick={change('reverseLine')} />
        {!isClosed(points) && points.length > 2 && (
          <Button label={words.close} icon="pi pi-sync" outlined onClick={change('closeLine')} />
        )}
        {mayStage && !isStage && (
          <Button label={words.stage} icon="pi pi-stopwatch" outlined onClick={() => onStage(lineId)} />
        )}
        {isStage && (
          <Button
            label={words.releaseStage}
            icon="pi pi-eject"
            outlined
            onClick={() =>
              dispatch({ type: 'do', action: { type: 'releaseStageLine', id: lineId }, select: null })
            }
          />
        )}
      </div>
      {!isStage && (
        <JoinWith
          document={document}
          lineId={lineId}
          raceLineId={raceLineId}
          onJoin={(other) => dispatch({ type: 'do', action: { type: 'joinLines', id: lineId, other } })}
        />
      )}
    </>
  );
};

/** The selected shape or point: where it is, and what can be done to it. */
export const SelectedShape = (props: Props): ReactElement => {
  const { document, raceLineId, selection, isEditing, dispatch, onRemove, onShow } = props;
  const shape = shapesOf(document, raceLineId).find(({ target }) => isSameShape(target, selection));
  const points = pointsOf(document, selection);
  const at = placeOf(document, selection);
  const hasPoints = points !== null && (selection.kind === 'line' || selection.kind === 'boxes');
  const whole: EditorTarget = hasPoints ? { ...selection, point: null } : selection;
  return (
    <section className="editor-section" aria-label={words.chosen}>
      <h2>{shape?.label ?? words.chosen}</h2>
      {hasPoints && (
        <PointStepper
          points={points}
          target={selection}
          onSelect={(target) => dispatch({ type: 'select', target })}
        />
      )}
      {at !== null && (
        <p className="editor-muted">{words.coordinates(shownDegrees(at.lat), shownDegrees(at.lng))}</p>
      )}
      {isEditing && hasPoints && <PointActions props={props} target={selection} points={points} />}
      {isEditing && hasPoints && selection.kind === 'line' && (
        <LineActions props={props} lineId={selection.id} points={points} />
      )}
      <div className="editor-actions">
        <Button label={words.show} icon="pi pi-eye" outlined onClick={() => onShow(selection)} />
        {isEditing && (
          <Button
            label={REMOVE_WORDS[selection.kind]}
            icon="pi pi-trash"
            outlined
            severity="danger"
            onClick={() => onRemove(whole)}
          />
        )}
      </div>
    </section>
  );
};
