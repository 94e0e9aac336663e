import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { kilometres } from '@flagpost/track-geometry';
import type { EventDetail } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/editor.js';
import { Modal } from '../../shared/ui/modal.js';
import { trackTime } from '../events/times.js';
import { shownDegrees } from './coordinates-form.js';
import { TrackNameDialog } from './dialogs.js';
import type { DocumentPart, TrackDocument } from './model/document.js';
import type { SaveQuestion, Saving } from './use-saving.js';

const words = TEXTS.editor;

const km = (value: number): string => value.toFixed(2);

/** What a drawing changes for the laps of a running race, before and after. */
const RunningDialog = ({
  raceEffects: { changes, effects },
  onYes,
  onNo,
}: {
  raceEffects: Extract<SaveQuestion, { kind: 'running' }>['raceEffects'];
  onYes: () => void;
  onNo: () => void;
}): ReactElement => (
  <Modal
    header={words.running.title}
    width="650px"
    onHide={onNo}
    footer={
      <>
        <Button label={TEXTS.cancel} text severity="secondary" autoFocus onClick={onNo} />
        <Button label={words.running.save} severity="danger" onClick={onYes} />
      </>
    }
  >
    <p className="editor-change">{changes.join(', ')}</p>
    <ul className="editor-changes">
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  </Modal>
);

/** A part of a drawing in a few words, to tell two of them apart. */
const partText = (part: DocumentPart, document: TrackDocument): string => {
  switch (part) {
    case 'name':
      return words.partName(document.name);
    case 'lines':
      return words.partLines(
        document.lines.length,
        km(kilometres(document.lines.map(({ points }) => points))),
      );
    case 'pois':
    case 'stages':
      return words.partCount(document[part].length);
    case 'boxes':
      return document.boxes === null ? words.partNone : km(kilometres([document.boxes]));
    case 'start':
    case 'finish':
    case 'mapPosition': {
      const at = document[part];
      return at === null ? words.partNone : words.coordinates(shownDegrees(at.lat), shownDegrees(at.lng));
    }
    default:
      return part satisfies never;
  }
};

const Parts = ({ lead, parts }: { lead: string; parts: readonly DocumentPart[] }): ReactElement | null =>
  parts.length === 0 ? null : (
    <p>
      {lead} {parts.map((part) => words.parts[part]).join(', ')}
    </p>
  );

/** Two drawings of the same map: which parts of which are saved. */
const ConflictDialog = ({
  question: { mine, theirs, divergence },
  event,
  onSave,
  onCancel,
}: {
  question: Extract<SaveQuestion, { kind: 'conflict' }>;
  event: EventDetail;
  /** The parts that are theirs. */
  onSave: (parts: readonly DocumentPart[]) => void;
  onCancel: () => void;
}): ReactElement => {
  const [taken, setTaken] = useState<ReadonlySet<DocumentPart>>(new Set());
  const choose = (part: DocumentPart, isTheirs: boolean): void => {
    const next = new Set(taken);
    if (isTheirs) next.add(part);
    else next.delete(part);
    setTaken(next);
  };
  return (
    <Modal
      header={words.conflict.title}
      width="650px"
      onHide={onCancel}
      footer={
        <>
          <Button label={TEXTS.cancel} text severity="secondary" onClick={onCancel} />
          <Button label={words.conflict.save} icon="pi pi-save" onClick={() => onSave([...taken])} />
        </>
      }
    >
      <div className="editor-conflict">
        {theirs.savedAt !== null && (
          <p>
            {words.conflict.by(
              theirs.savedBy ?? words.conflict.somebody,
              trackTime(theirs.savedAt, event.eveTimeZone),
            )}
          </p>
        )}
        {divergence.both.length > 0 && <p>{words.conflict.bothLead}</p>}
        {divergence.both.map((part) => (
          <fieldset key={part}>
            <legend>{words.parts[part]}</legend>
            {(
              [
                [false, words.conflict.mine, mine],
                [true, words.conflict.theirs, theirs.document],
              ] as const
            ).map(([isTheirs, label, document]) => (
              <label key={label}>
                <input
                  type="radio"
                  name={`part-${part}`}
                  checked={taken.has(part) === isTheirs}
                  onChange={() => choose(part, isTheirs)}
                />
                <span>
                  {label}: {partText(part, document)}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <Parts lead={words.conflict.theirsLead} parts={divergence.theirs} />
        <Parts lead={words.conflict.mineLead} parts={divergence.mine} />
      </div>
    </Modal>
  );
};

/** The question that saving waits for, if it waits for one. */
export const SaveDialogs = ({
  asked,
  event,
}: {
  asked: Saving['asked'];
  event: EventDetail;
}): ReactElement | null => {
  if (asked === null) return null;
  const dismiss = (): void => asked.answer(null);
  switch (asked.kind) {
    case 'name':
      return <TrackNameDialog proposed={asked.proposed} onDone={asked.answer} onCancel={dismiss} />;
    case 'running':
      return (
        <RunningDialog raceEffects={asked.raceEffects} onYes={() => asked.answer(true)} onNo={dismiss} />
      );
    case 'conflict':
      return <ConflictDialog question={asked} event={event} onSave={asked.answer} onCancel={dismiss} />;
    default:
      return asked satisfies never;
  }
};
