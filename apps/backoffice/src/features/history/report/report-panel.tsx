import { Button } from 'primereact/button';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import type { EventDetail, PastExportAnswer, PastStory } from '@flagpost/contracts';
import type { TrailSource } from '@flagpost/map-layers';
import { TEXTS } from '../../../shared/texts/history.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useRace } from '../../race-control/race-context.js';
import { selectCars } from '../../race-control/state/roster.js';
import { useRaceStore } from '../../race-control/state/race-store.js';
import { RacePanel } from '../../race-control/ui/race-panel.js';
import { useRecordExportMutation } from '../api.js';
import { instantText } from '../questions/columns.js';
import { carsOf } from '../ui/asked.js';
import { TextField } from '../../../shared/ui/form/fields.js';
import { useMomentPicture } from '../use-moment-picture.js';
import type { OpenReplay } from '../use-replay.js';
import { reportExport } from './report-export.js';
import { ReportPage, type ReportedInstant } from './report-page.js';
import { reportCells } from './report-rows.js';

const words = TEXTS.history.report;
const LONGEST_NOTE = 1_000;
const MOST_INSTANTS = 30;

/** Collects instants with their cars and notes, and prints them. What was collected stays while it is closed. */
export const ReportPanel = ({
  event,
  story,
  open,
  trail,
  isOpen,
  onHide,
}: {
  event: EventDetail;
  story: PastStory;
  open: OpenReplay;
  /** As it is shown. */
  trail: TrailSource | null;
  isOpen: boolean;
  onHide: () => void;
}): ReactElement | null => {
  const { eventId, gmtHoursAt, cars } = useRace();
  const store = useRaceStore();
  const notices = useNotices();
  const { canvas, isLoading, draw } = useMomentPicture(event, trail, open);
  const [record, { isLoading: isRecording }] = useRecordExportMutation();
  const [instants, setInstants] = useState<readonly ReportedInstant[]>([]);
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<PastExportAnswer | null>(null);
  const noteId = useId();
  if (!isOpen) return null;

  const add = async (sent: SubmitEvent): Promise<void> => {
    sent.preventDefault();
    const { ids, unknown } = carsOf(typed, story.cars);
    setFault(unknown.length > 0 ? TEXTS.history.exports.unknownCars(unknown.join(', ')) : undefined);
    if (unknown.length > 0 || isAdding) return;
    setIsAdding(true);
    try {
      const moment = await draw();
      if (moment === null) return;
      const roster = selectCars(store.getState());
      const reported = roster.filter(({ invitationId }) => ids.length === 0 || ids.includes(invitationId));
      const rows = reported.flatMap((car) => {
        const row = cars.row(car.invitationId);
        return row === undefined ? [] : [reportCells(car, row, cars.live(car.invitationId), gmtHoursAt)];
      });
      const drawn = canvas.current?.toDataURL('image/png') ?? '';
      const entry = { ...moment, note: note.trim(), picture: drawn, invitationIds: ids, rows };
      // One may have been removed while the picture was drawn.
      setInstants((others) =>
        [...others, { id: Math.max(0, ...others.map(({ id }) => id)) + 1, ...entry }].sort(
          (one, other) => one.instant - other.instant,
        ),
      );
      setNote('');
    } catch (error) {
      notices.showError(error);
    } finally {
      setIsAdding(false);
    }
  };

  const print = async (): Promise<void> => {
    try {
      setMade(await record({ eventId, request: reportExport(instants) }).unwrap());
    } catch (error) {
      notices.showError(error);
    }
  };

  return (
    <RacePanel header={words.title} onHide={onHide}>
      <form className="history-form" onSubmit={(sent) => void add(sent)}>
        <div className="field">
          <label htmlFor={noteId}>{words.note}</label>
          <textarea
            id={noteId}
            className="p-inputtext p-component"
            rows={3}
            maxLength={LONGEST_NOTE}
            value={note}
            readOnly={isAdding}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <TextField
          label={TEXTS.history.exports.cars}
          value={typed}
          fault={fault}
          placeholder={TEXTS.history.exports.allCars}
          onChange={setTyped}
        />
        <Button
          type="submit"
          icon="pi pi-plus"
          outlined
          label={words.add}
          loading={isAdding}
          disabled={isLoading || instants.length >= MOST_INSTANTS}
        />
      </form>
      {instants.length === 0 ? (
        <p className="history-note">{words.empty}</p>
      ) : (
        <>
          <ol className="report-instants">
            {instants.map(({ id, instant, note: written }) => (
              <li key={id}>
                <span>
                  <strong>{instantText(instant, gmtHoursAt)}</strong> {written}
                </span>
                <Button
                  icon="pi pi-trash"
                  text
                  severity="secondary"
                  aria-label={words.remove(instantText(instant, gmtHoursAt))}
                  onClick={() => setInstants(instants.filter((each) => each.id !== id))}
                />
              </li>
            ))}
          </ol>
          <Button
            icon="pi pi-print"
            label={words.print}
            loading={isRecording || made !== null}
            onClick={() => void print()}
          />
        </>
      )}
      <canvas ref={canvas} className="on-paper" hidden />
      {made !== null && (
        <ReportPage
          event={event}
          story={story}
          gmtHoursAt={gmtHoursAt}
          instants={instants}
          made={made}
          onPrinted={() => setMade(null)}
        />
      )}
    </RacePanel>
  );
};
