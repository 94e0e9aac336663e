import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { FAULTS, LIMITS, poisRequest, trackNameRequest, keysOf } from '@flagpost/contracts';
import type { EditorTarget } from '@flagpost/map-layers/editor';
import { TEXTS } from '../../shared/texts/editor.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { KeyList } from '../../shared/ui/key-list.js';
import { Modal } from '../../shared/ui/modal.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { coordinatesOf } from './coordinates-form.js';
import type { DrawnPoi } from './model/document.js';

const words = TEXTS.editor;
/** These dialogs are closed by what they are submitted to. */
const closed = (): void => undefined;

/** 'Save the changes?': its close button and Escape stay, and neither save nor drop anything. */
export const SaveChangesDialog = ({
  isBusy,
  onYes,
  onNo,
  onStay,
}: {
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
  onStay: () => void;
}): ReactElement => (
  <Modal
    header={words.saveQuestion}
    onHide={onStay}
    footer={
      <>
        <Button label={TEXTS.no} text severity="secondary" disabled={isBusy} onClick={onNo} />
        <Button label={TEXTS.yes} autoFocus loading={isBusy} onClick={onYes} />
      </>
    }
  />
);

const QUESTIONS = {
  line: words.removeLineQuestion,
  boxes: words.removeBoxesQuestion,
  start: words.removeStartQuestion,
  finish: words.removeFinishQuestion,
  gate: words.removeGateQuestion,
  poi: words.removePoiQuestion,
} as const;

export const questionOf = (target: EditorTarget): string =>
  'point' in target && target.point !== null ? words.removePointQuestion : QUESTIONS[target.kind];

/** Asks before a point or shape is deleted. */
export const RemoveDialog = ({
  target,
  onYes,
  onNo,
}: {
  target: EditorTarget;
  onYes: () => void;
  onNo: () => void;
}): ReactElement => (
  <YesNo title={questionOf(target)} yes={TEXTS.yes} no={TEXTS.no} onYes={onYes} onNo={onNo}>
    {null}
  </YesNo>
);

export const TrackNameDialog = ({
  proposed,
  onDone,
  onCancel,
}: {
  proposed: string;
  onDone: (name: string) => void;
  onCancel: () => void;
}): ReactElement => (
  <FormDialog
    title={words.track.details}
    schema={trackNameRequest}
    start={{ Name: proposed }}
    sections={[{ fields: [{ name: 'Name', label: words.track.name, max: LIMITS.name }] }]}
    onSubmit={async ({ Name }) => onDone(Name)}
    onDone={closed}
    onCancel={onCancel}
  />
);

const icons = keysOf(RACE.map.poiKinds);

const { description, icon } = poisRequest.shape.pois.element.shape;

const poiForm = z
  .object({
    Name: description.unwrap().min(1, FAULTS.name),
    Icon: icon.unwrap(),
    Longitude: z.string(),
    Latitude: z.string(),
  })
  .refine(({ Latitude, Longitude }) => coordinatesOf(Latitude, Longitude) !== null, {
    path: ['Latitude'],
    message: FAULTS.coordinates,
  });

export const PoiDialog = ({
  poi,
  onDone,
  onCancel,
}: {
  poi: DrawnPoi;
  onDone: (poi: DrawnPoi) => void;
  onCancel: () => void;
}): ReactElement => (
  <FormDialog
    title={words.poi.details}
    schema={poiForm}
    start={{
      Name: poi.description,
      Icon: poi.icon,
      Longitude: String(poi.position.lng),
      Latitude: String(poi.position.lat),
    }}
    sections={[
      {
        fields: [
          { name: 'Name', label: words.poi.name, max: LIMITS.poiDescription, note: () => TEXTS.keptNames },
          {
            name: 'Icon',
            label: words.poi.icon,
            kind: 'select',
            options: icons.map((id) => ({ id, name: RACE.map.poiKinds[id] })),
          },
          { name: 'Longitude', label: words.poi.longitude, max: LIMITS.coordinate },
          { name: 'Latitude', label: words.poi.latitude, max: LIMITS.coordinate },
        ],
      },
    ]}
    onSubmit={async ({ Name, Icon, Latitude, Longitude }) => {
      const position = coordinatesOf(Latitude, Longitude) ?? poi.position;
      onDone({ ...poi, description: Name, icon: Icon, position });
    }}
    onDone={closed}
    onCancel={onCancel}
  />
);

/** All keys of the editor. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Modal header={words.shortcuts.title} width="650px" onHide={onClose}>
    <KeyList keys={words.shortcuts.list} />
  </Modal>
);

/** What the device kept of an earlier sitting. */
export const KeptDialog = ({
  when,
  onRestore,
  onDiscard,
}: {
  when: string;
  onRestore: () => void;
  onDiscard: () => void;
}): ReactElement => (
  <Modal
    header={words.kept.title}
    closable={false}
    closeOnEscape={false}
    onHide={() => undefined}
    footer={
      <>
        <Button label={words.kept.discard} text severity="secondary" onClick={onDiscard} />
        <Button label={words.kept.restore} autoFocus onClick={onRestore} />
      </>
    }
  >
    {words.kept.question(when)}
  </Modal>
);
