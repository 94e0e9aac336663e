import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { lazy, Suspense, useId, useMemo, useState, type ReactElement, type SubmitEvent } from 'react';
import type { LatLng } from '@flagpost/contracts';
import type { EditorScene, EditorTarget } from '@flagpost/map-layers/editor';
import {
  kilometres,
  lengthM,
  pointAt,
  project,
  type Line,
  type StretchGates,
} from '@flagpost/track-geometry';
import { report } from '../../shared/report.js';
import { sectorLabel, stretchOn } from '../../shared/sector-stretches.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { TEXTS } from '../../shared/texts/sectors.js';
import { Fallback } from '../../shared/ui/fallback.js';
import { Modal } from '../../shared/ui/modal.js';
import { useMapSettingsQuery } from '../race-control/api.js';
import { homeOf } from '../race-control/ui/map-data.js';
import { usePalette } from '../race-control/ui/palette.js';
import type { Track } from './sector-pictures.js';

const words = TEXTS.sectors.stretch;
/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...RACE.map, map: words.map, keys: words.keys, close: TEXTS.close };
const NO_POINTS: readonly LatLng[] = [];

const EditorMap = lazy(async () => ({ default: (await import('@flagpost/map-layers/editor')).EditorMap }));

/** The gates of a stretch, metres along the line. */
interface Along {
  readonly from: number;
  readonly to: number;
}
type End = keyof Along;

const ignore = (): void => undefined;

/** The gates on the line, which have been set there or are projected on it. */
const alongOf = (line: Line, gates: StretchGates | null): Along => {
  const wholeM = lengthM(line);
  const along = (at: LatLng): number => Math.round(project(line, at)?.alongM ?? 0);
  return gates === null
    ? { from: 0, to: Math.round(wholeM) }
    : { from: along(gates.from), to: along(gates.to) };
};

const GateMap = ({
  track: { event, route, line },
  number,
  gates,
  onPlace,
  onMove,
}: {
  track: Track;
  number: number;
  gates: StretchGates | null;
  onPlace: (at: LatLng) => void;
  onMove: (end: End, at: LatLng) => void;
}): ReactElement => {
  const { data: settings } = useMapSettingsQuery(null);
  const palette = usePalette();
  const home = useMemo(() => homeOf(event, route), [event, route]);
  const points = stretchOn(line, gates)?.points ?? NO_POINTS;
  const scene: EditorScene = {
    lines: [
      {
        id: 'race',
        points: line,
        role: 'race',
        label: null,
        ...(gates !== null && { gates: { start: gates.from, finish: gates.to } }),
      },
    ],
    boxes: route.track.pointsBoxes,
    start: null,
    finish: route.track.pointsMetaFinish,
    finishRadiusM: event.eveGeoRadius,
    pois: [],
    stretches: [{ points, label: sectorLabel(number), colour: number - 1 }],
  };
  return (
    <div className="sector-map">
      <Fallback text={words.failed}>
        <Suspense fallback={<p className="sector-muted">{TEXTS.loading}</p>}>
          <EditorMap
            scene={scene}
            tool="start"
            draft={NO_POINTS}
            selection={null}
            snapping
            home={home}
            settings={settings ?? null}
            palette={palette}
            texts={MAP_TEXTS}
            goTo={null}
            onSelect={ignore}
            onMove={(target: EditorTarget, to) => {
              if (target.kind === 'gate') onMove(target.end === 'start' ? 'from' : 'to', to);
            }}
            onMoveShape={ignore}
            onInsert={ignore}
            onAdd={onPlace}
            onFinish={ignore}
            onOpenPoi={ignore}
            onView={ignore}
            onFailure={report}
          />
        </Suspense>
      </Fallback>
    </div>
  );
};

/** A gate in metres along the line, by a number and by a slider. */
const GateField = ({
  label,
  metres,
  most,
  onChange,
}: {
  label: string;
  metres: number;
  most: number;
  onChange: (metres: number) => void;
}): ReactElement => {
  const id = useId();
  const set = (text: string): void => {
    const typed = Math.round(Number(text));
    if (text !== '' && Number.isFinite(typed)) onChange(Math.min(most, Math.max(0, typed)));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <InputText
        id={id}
        type="number"
        min={0}
        max={most}
        value={String(metres)}
        onChange={({ target }) => set(target.value)}
      />
      <input
        type="range"
        aria-label={label}
        min={0}
        max={most}
        value={metres}
        onChange={({ target }) => set(target.value)}
      />
    </div>
  );
};

/** Chooses the two gates of a stretch: on the map, or in metres along the track. */
export const StretchDialog = ({
  track,
  number,
  gates,
  onChoose,
  onClose,
}: {
  track: Track;
  number: number;
  gates: StretchGates | null;
  onChoose: (gates: StretchGates) => void;
  onClose: () => void;
}): ReactElement => {
  const { line } = track;
  const most = Math.round(lengthM(line));
  const [along, setAlong] = useState(() => alongOf(line, gates));
  /** The gate that the next press on the map sets. */
  const [next, setNext] = useState<End>('from');
  const chosen = useMemo((): StretchGates | null => {
    const [from, to] = [pointAt(line, along.from), pointAt(line, along.to)];
    return from === undefined || to === undefined ? null : { from, to };
  }, [line, along]);
  const place = (end: End, at: LatLng): void => {
    const metres = project(line, at)?.alongM;
    if (metres !== undefined) setAlong((former) => ({ ...former, [end]: Math.round(metres) }));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (chosen !== null) onChoose(chosen);
  };
  const points = stretchOn(line, chosen)?.points ?? NO_POINTS;
  return (
    <Modal header={words.title} width="850px" onHide={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <p className="sector-muted">{words.lead}</p>
        <GateMap
          track={track}
          number={number}
          gates={chosen}
          onPlace={(at) => {
            place(next, at);
            setNext(next === 'from' ? 'to' : 'from');
          }}
          onMove={place}
        />
        <p role="status">
          <strong>{TEXTS.sectors.kilometres(kilometres([points]).toFixed(2))}</strong> {words.next[next]}
        </p>
        <div className="sector-gates">
          {(['from', 'to'] as const).map((end) => (
            <GateField
              key={end}
              label={words[end]}
              metres={along[end]}
              most={most}
              onChange={(metres) => setAlong({ ...along, [end]: metres })}
            />
          ))}
        </div>
        <div className="form-buttons">
          <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onClose} />
          <Button type="submit" label={words.done} />
        </div>
      </form>
    </Modal>
  );
};
