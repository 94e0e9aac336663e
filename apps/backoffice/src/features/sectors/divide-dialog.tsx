import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { TRACK_LIMITS, type SectorRow } from '@flagpost/contracts';
import { dividedIn, kilometres } from '@flagpost/track-geometry';
import { stretchOn } from '../../shared/sector-stretches.js';
import { TEXTS } from '../../shared/texts/sectors.js';
import { Fault } from '../../shared/ui/form/labelled.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { copiesOf, useReplaceSectors, type NewSector } from './replace-sectors.js';
import { useSectorPictures, type Track } from './sector-pictures.js';

const words = TEXTS.sectors.divide;
const LEAST = 2;
const USUAL = '3';

/** Replaces all sectors by so many of equal length, each with a picture from the map. */
export const DivideDialog = ({
  track,
  sectors,
  onReplace,
  onClose,
}: {
  track: Track;
  sectors: readonly SectorRow[];
  /** With the sectors that there were, as they can be created again. */
  onReplace: (former: readonly NewSector[]) => void;
  onClose: () => void;
}): ReactElement => {
  const replaceSectors = useReplaceSectors();
  const notices = useNotices();
  const pictures = useSectorPictures(track);
  const [text, setText] = useState(USUAL);
  /** Number of sectors that are created; null: not started. */
  const [done, setDone] = useState<number | null>(null);
  const id = useId();
  const count = Number(text);
  const isCount = Number.isInteger(count) && count >= LEAST && count <= TRACK_LIMITS.sectors;
  const { line, event, route } = track;
  const { pointsMetaStart: start, pointsMetaFinish: finish } = route.track;
  const gates = isCount ? dividedIn(line, count, { start, finish }) : [];
  const [first] = gates;
  const one = first === undefined ? null : stretchOn(line, first);
  const isBusy = done !== null;

  const divide = async (): Promise<void> => {
    let created = 0;
    setDone(created);
    try {
      onReplace(await copiesOf(sectors, pictures));
      const next = gates.map(({ from, to }, index): NewSector => {
        const number = index + 1;
        return {
          sector: { Number: number, Kms: 0, TraId: event.eveId, From: from, To: to },
          storePicture: () => pictures.draw(number, { from, to }),
        };
      });
      await replaceSectors(sectors, next, (count) => {
        created = count;
        setDone(count);
      });
      notices.success(words.done(created));
    } catch (error) {
      notices.showDialog(error);
      notices.warning(words.stopped(created, gates.length));
    } finally {
      onClose();
    }
  };
  const submit = (submitted: SubmitEvent): void => {
    submitted.preventDefault();
    if (isCount && !isBusy) void divide();
  };
  return (
    <Modal header={words.title} onHide={() => !isBusy && onClose()} closable={!isBusy}>
      <form className="form" noValidate onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{words.count}</label>
          <InputText
            id={id}
            type="number"
            min={LEAST}
            max={TRACK_LIMITS.sectors}
            value={text}
            disabled={isBusy}
            invalid={!isCount}
            aria-describedby={`${id}-fault`}
            data-pc-autofocus="true"
            onChange={({ target }) => setText(target.value)}
          />
          <Fault id={`${id}-fault`} text={isCount ? undefined : words.range(LEAST, TRACK_LIMITS.sectors)} />
        </div>
        <p role="status">
          {isBusy
            ? words.progress(done, gates.length)
            : one !== null && words.each(kilometres([one.points]).toFixed(2))}
        </p>
        {isBusy && <progress aria-label={words.title} max={gates.length} value={done} />}
        {sectors.length > 0 && !isBusy && <p className="sector-off">{words.replaces(sectors.length)}</p>}
        <div className="form-buttons">
          <Button
            type="button"
            label={TEXTS.cancel}
            text
            severity="secondary"
            disabled={isBusy}
            onClick={onClose}
          />
          <Button
            type="submit"
            label={words.start}
            loading={isBusy}
            aria-disabled={!isCount}
            {...(sectors.length > 0 && { severity: 'danger' as const })}
          />
        </div>
      </form>
    </Modal>
  );
};
