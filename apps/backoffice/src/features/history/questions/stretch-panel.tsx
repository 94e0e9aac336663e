import type { ReactElement } from 'react';
import { stretchAlong } from '@flagpost/track-geometry';
import { TEXTS } from '../../../shared/texts/history.js';
import { TextField } from '../../../shared/ui/form/fields.js';
import { DrawPanel } from './draw-panel.js';
import {
  ENDS,
  NO_ENDS,
  endsIn,
  kmText,
  lastM,
  stretchIn,
  typedEnds,
  type RaceLine,
  type EndsFault,
  type TypedEnds,
} from './stretch.js';

const words = TEXTS.history.questions.stretch;

export const faultText = (line: RaceLine, fault: EndsFault): string =>
  fault === 'missing' ? words.missing(kmText(lastM(line))) : words[fault];

/** 'km 1.20 to km 1.85, 0.65 km', or why there is no stretch. */
const statusOf = (line: RaceLine, stretch: ReturnType<typeof stretchIn>): string => {
  if (typeof stretch === 'string') return faultText(line, stretch);
  const { from, to } = stretch;
  const { lengthM } = stretchAlong(line.points, from, to);
  return `${words.name(kmText(from), kmText(to))}, ${words.length((lengthM / 1_000).toFixed(2))}`;
};

/** The two distances of a stretch, which are typed. */
export const StretchFields = ({
  line,
  typed,
  onChange,
}: {
  line: RaceLine;
  typed: TypedEnds;
  onChange: (typed: TypedEnds) => void;
}): ReactElement => {
  const ends = endsIn(line, typed);
  return (
    <div className="stretch-ends">
      {ENDS.map((end) => (
        <TextField
          key={end}
          label={words[end]}
          inputMode="decimal"
          value={typed[end]}
          fault={typed[end] !== '' && ends[end] === null ? words.distance(kmText(lastM(line))) : undefined}
          onChange={(km) => onChange({ ...typed, [end]: km })}
        />
      ))}
    </div>
  );
};

/** The two points of a stretch while they are chosen on the map. */
export const StretchPanel = ({
  line,
  typed,
  onChange,
  onDone,
}: {
  line: RaceLine;
  typed: TypedEnds;
  onChange: (typed: TypedEnds) => void;
  onDone: () => void;
}): ReactElement => {
  const stretch = stretchIn(line, endsIn(line, typed));
  return (
    <DrawPanel
      texts={words}
      status={statusOf(line, stretch)}
      isEmpty={ENDS.every((end) => typed[end] === '')}
      isWhole={typeof stretch !== 'string'}
      onClear={() => onChange(typedEnds(NO_ENDS))}
      onDone={onDone}
    >
      <StretchFields line={line} typed={typed} onChange={onChange} />
    </DrawPanel>
  );
};
