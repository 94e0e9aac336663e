import { Button } from 'primereact/button';
import { Checkbox } from 'primereact/checkbox';
import { Message } from 'primereact/message';
import { useEffect, useId, useMemo, useState, type ComponentType, type ReactElement } from 'react';
import {
  FINISH_RADIUS_M,
  LIMITS,
  TRACK_FILE_ENDINGS,
  TRACK_FILE_LIMITS,
  TRACK_LIMITS,
  type MapPosition,
  type PolylinesAnswer,
} from '@flagpost/contracts';
import type { EditorMapProps } from '@flagpost/map-layers/editor';
import { viewOf } from '@flagpost/track-geometry';
import { failureText, fieldFaults } from '../../../shared/failures.js';
import { RULES } from '../../../shared/texts/rules.js';
import { TEXTS as EDITOR } from '../../../shared/texts/editor.js';
import { TEXTS } from '../../../shared/texts/track-import.js';
import { FileButton } from '../../../shared/ui/file-button.js';
import { Modal } from '../../../shared/ui/modal.js';
import { TrackNameDialog } from '../dialogs.js';
import { useUploadPolylinesMutation } from './api.js';
import {
  choose,
  chooseAll,
  excessOf,
  hasGates,
  importedTrack,
  isPoint,
  proposedChoices,
  type Choice,
  type Drawn,
  type ImportedTrack,
} from './choices.js';
import { ChooseFile } from './choose-file.js';
import { FileMap } from './file-map.js';
import { ShapeRows } from './shape-rows.js';
import '../../../shared/ui/form/form.css';
import './import-dialog.css';

const words = TEXTS.trackImport;
const MAP_PX = { width: 400, height: 240 };

interface ReadFile {
  readonly answer: PolylinesAnswer;
  readonly fileName: string;
}

const withoutEnding = (fileName: string): string => fileName.replace(/\.[^.]*$/, '');

/** The name of the document, of its first line that is taken, or of the file. */
const proposedName = ({ answer, fileName }: ReadFile, choices: readonly Choice[]): string => {
  const line = choices.find(({ purpose }) => purpose === 'track')?.shape.Name;
  return (answer.name ?? line ?? withoutEnding(fileName)).slice(0, LIMITS.name);
};

/** Why a file is not sent. */
const refusalOf = ({ size }: File): string | null =>
  size > TRACK_FILE_LIMITS.bytes ? RULES.fields.trackFile : null;

const faultText = (error: unknown): string => fieldFaults(error)['file'] ?? failureText(error);

const metres = (errorM: number): string => (errorM < 1 ? errorM.toFixed(2) : errorM.toFixed(1));

const Check = ({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactElement => {
  const id = useId();
  return (
    <label className="track-import-check" htmlFor={id}>
      <Checkbox inputId={id} checked={checked} onChange={(event) => onChange(event.checked === true)} />
      {label}
    </label>
  );
};

/** What a track file holds, on a map and in a list, to choose from. */
const ChooseShapes = ({
  read: { answer },
  hasTrack,
  drawn,
  finishRadiusM,
  surface,
  onDone,
  onAnother,
}: {
  read: ReadFile;
  hasTrack: boolean;
  drawn: Drawn;
  finishRadiusM: number;
  surface: ComponentType<EditorMapProps> | undefined;
  onDone: (choices: readonly Choice[], gatesAtEnds: boolean, replacesLines: boolean) => void;
  onAnother: (file: File) => void;
}): ReactElement => {
  const { refData, mapPosition, points, errorM, links } = answer;
  const [choices, setChoices] = useState(() => proposedChoices(refData));
  const [marked, setMarked] = useState<number | null>(null);
  const [gatesAtEnds, setGatesAtEnds] = useState(!hasTrack);
  const [replacesLines, setReplacesLines] = useState(false);
  const goTo = useMemo((): MapPosition | null => {
    const shape = marked === null ? undefined : refData[marked];
    return shape === undefined ? null : viewOf(shape.Positions, MAP_PX);
  }, [marked, refData]);
  const kept = useMemo(() => refData.reduce((sum, { Positions }) => sum + Positions.length, 0), [refData]);
  const pointCount = refData.filter(isPoint).length;
  const lineCount = refData.length - pointCount;
  const takesTrack = choices.some(({ purpose }) => purpose === 'track');
  const isReplacing = replacesLines && takesTrack;
  const excess = excessOf(choices, { ...drawn, ...(isReplacing && { lines: 0 }) });
  const takesAny = choices.some(({ purpose }) => purpose !== 'nothing');
  const all = (form: 'lines' | 'points', isTaken: boolean) => () =>
    setChoices(chooseAll(choices, form, isTaken));
  return (
    <>
      <p role="status">{words.found(lineCount, pointCount)}</p>
      {errorM > 0 && <Message severity="info" text={words.thinned(points, kept, metres(errorM))} />}
      {links > 0 && <Message severity="warn" text={words.links(links)} />}
      <div className="track-import-choice">
        <FileMap
          choices={choices}
          finishRadiusM={finishRadiusM}
          home={mapPosition}
          marked={marked}
          goTo={goTo}
          onMark={setMarked}
          {...(surface === undefined ? {} : { surface })}
        />
        <div className="track-import-list">
          <div className="track-import-all">
            {lineCount > 1 && (
              <>
                <Button label={words.allLines} outlined onClick={all('lines', true)} />
                <Button label={words.noLines} outlined onClick={all('lines', false)} />
              </>
            )}
            {pointCount > 1 && (
              <>
                <Button label={words.allPoints} outlined onClick={all('points', true)} />
                <Button label={words.noPoints} outlined onClick={all('points', false)} />
              </>
            )}
          </div>
          <ShapeRows
            choices={choices}
            marked={marked}
            onMark={setMarked}
            onChoose={(index, purpose) => setChoices(choose(choices, index, purpose))}
          />
        </div>
      </div>
      {takesTrack && !hasGates(choices) && (
        <Check label={words.gates} checked={gatesAtEnds} onChange={setGatesAtEnds} />
      )}
      {takesTrack && hasTrack && (
        <Check label={words.replaces} checked={replacesLines} onChange={setReplacesLines} />
      )}
      {excess !== null && <Message severity="error" text={words.tooMany[excess](TRACK_LIMITS[excess])} />}
      <div className="form-buttons">
        <FileButton endings={TRACK_FILE_ENDINGS} label={words.another} text onChoose={onAnother} />
        <Button
          label={words.submit}
          autoFocus
          disabled={!takesAny || excess !== null}
          onClick={() => onDone(choices, gatesAtEnds, isReplacing)}
        />
      </div>
    </>
  );
};

/**
 * A track from a file: the file is chosen, or was dropped on the editor, and of what it holds is chosen what it becomes.
 * An event without a track gives it a name. Nothing is stored.
 */
export const ImportDialog = ({
  eventId,
  hasTrack,
  drawn,
  finishRadiusM = FINISH_RADIUS_M.default,
  dropped = null,
  surface,
  onImport,
  onHide,
}: {
  eventId: number;
  /** Whether the track has a name already. */
  hasTrack: boolean;
  /** What is drawn already. */
  drawn: Drawn;
  finishRadiusM?: number;
  /** A file that was dropped on the editor: it is read at once. */
  dropped?: File | null;
  /** The map, which specs replace. */
  surface?: ComponentType<EditorMapProps>;
  onImport: (result: ImportedTrack) => void;
  onHide: () => void;
}): ReactElement => {
  const [upload, { isLoading }] = useUploadPolylinesMutation();
  const [read, setRead] = useState<ReadFile | null>(null);
  const [fault, setFault] = useState(() => (dropped === null ? null : refusalOf(dropped)));
  const [toName, setToName] = useState<{ result: ImportedTrack; proposed: string } | null>(null);

  const look = async (file: File): Promise<void> => {
    const refusal = refusalOf(file);
    setFault(refusal);
    setRead(null);
    if (refusal !== null) return;
    try {
      setRead({ answer: await upload({ eventId, file }).unwrap(), fileName: file.name });
    } catch (error) {
      setFault(faultText(error));
    }
  };
  useEffect(() => {
    if (dropped === null || refusalOf(dropped) !== null) return;
    upload({ eventId, file: dropped })
      .unwrap()
      .then(
        (answer) => setRead({ answer, fileName: dropped.name }),
        (error: unknown) => setFault(faultText(error)),
      );
  }, [upload, eventId, dropped]);

  return (
    <Modal
      header={EDITOR.editor.import}
      width="min(1080px, calc(100vw - 16px))"
      onHide={onHide}
      focusOnShow={false}
    >
      <div className="track-import">
        {fault !== null && (
          <div className="track-import-fault" role="alert">
            <strong>{words.failed}</strong>
            <p>{fault}</p>
          </div>
        )}
        {read === null ? (
          <ChooseFile isReading={isLoading} onChoose={(file) => void look(file)} />
        ) : (
          <ChooseShapes
            key={read.fileName}
            read={read}
            hasTrack={hasTrack}
            drawn={drawn}
            finishRadiusM={finishRadiusM}
            surface={surface}
            onAnother={(file) => void look(file)}
            onDone={(choices, gatesAtEnds, replacesLines) => {
              const options = { name: null, gatesAtEnds, replacesLines, nameless: EDITOR.editor.poi.new };
              const result = importedTrack(choices, options);
              if (hasTrack) onImport(result);
              else setToName({ result, proposed: proposedName(read, choices) });
            }}
          />
        )}
      </div>
      {toName !== null && (
        <TrackNameDialog
          proposed={toName.proposed}
          onDone={(name) => onImport({ ...toName.result, name })}
          onCancel={() => setToName(null)}
        />
      )}
    </Modal>
  );
};
