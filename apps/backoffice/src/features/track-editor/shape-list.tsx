import type { ReactElement } from 'react';
import type { EditorTarget } from '@flagpost/map-layers/editor';
import { kilometres, type Line } from '@flagpost/track-geometry';
import { TEXTS } from '../../shared/texts/editor.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import type { TrackDocument } from './model/document.js';

const words = TEXTS.editor;

interface Shape {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly target: EditorTarget;
}

const km = (points: Line): string => kilometres([points]).toFixed(2);

/** Everything that is drawn, in words: what can be selected on the map can be selected here. */
export const shapesOf = (
  { lines, start, finish, boxes, stages, pois }: TrackDocument,
  raceLineId: string | null,
): readonly Shape[] => [
  ...lines.map(({ id, points }, at) => ({
    key: id,
    label: id === raceLineId ? words.raceLineOf(km(points)) : words.drawingOf(at + 1, km(points)),
    icon: id === raceLineId ? 'pi pi-sync' : 'pi pi-share-alt',
    target: { kind: 'line' as const, id, point: null },
  })),
  ...(start === null
    ? []
    : [{ key: 'start', label: words.start, icon: 'pi pi-play', target: { kind: 'start' as const } }]),
  ...(finish === null
    ? []
    : [{ key: 'finish', label: words.finish, icon: 'pi pi-flag', target: { kind: 'finish' as const } }]),
  ...(boxes === null
    ? []
    : [
        {
          key: 'boxes',
          label: words.boxes,
          icon: 'pi pi-th-large',
          target: { kind: 'boxes' as const, point: null },
        },
      ]),
  ...stages.flatMap(({ id, name, points, start: from, finish: to }) => [
    ...(points === null
      ? []
      : [
          {
            key: id,
            label: words.stageLineOf(name, km(points)),
            icon: 'pi pi-stopwatch',
            target: { kind: 'line' as const, id, point: null },
          },
        ]),
    ...(['start', 'finish'] as const).flatMap((end) =>
      (end === 'start' ? from : to) === null
        ? []
        : [
            {
              key: `${id}-${end}`,
              label: end === 'start' ? words.stageStart(name) : words.stageFinish(name),
              icon: end === 'start' ? 'pi pi-play' : 'pi pi-flag',
              target: { kind: 'gate' as const, id, end },
            },
          ],
    ),
  ]),
  ...pois.map(({ id, description, icon }) => ({
    key: `poi-${id}`,
    label: words.poiOf(description, RACE.map.poiKinds[icon]),
    icon: 'pi pi-map-marker',
    target: { kind: 'poi' as const, id },
  })),
];

/** Whether both are the same shape, whatever point of it. */
export const isSameShape = (one: EditorTarget, other: EditorTarget | null): boolean => {
  if (other === null || one.kind !== other.kind) return false;
  if (one.kind === 'gate') return other.kind === 'gate' && one.id === other.id && one.end === other.end;
  return !('id' in one) || ('id' in other && one.id === other.id);
};

export const ShapeList = ({
  document,
  raceLineId,
  selection,
  onSelect,
}: {
  document: TrackDocument;
  raceLineId: string | null;
  selection: EditorTarget | null;
  onSelect: (target: EditorTarget | null) => void;
}): ReactElement => {
  const shapes = shapesOf(document, raceLineId);
  return (
    <section className="editor-section" aria-label={words.shapes}>
      <h2>{words.shapes}</h2>
      {shapes.length === 0 && <p className="editor-muted">{words.empty}</p>}
      {document.lines.length > 1 && <p className="editor-muted">{words.raceLineWhy}</p>}
      <ul className="editor-shapes">
        {shapes.map(({ key, label, icon, target }) => {
          const isSelected = isSameShape(target, selection);
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={isSelected}
                onClick={() => onSelect(isSelected ? null : target)}
              >
                <i className={icon} aria-hidden="true" />
                <span>{label}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
