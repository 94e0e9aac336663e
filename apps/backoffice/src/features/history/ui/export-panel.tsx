import { Button } from 'primereact/button';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import {
  POSITION_FORMATS,
  type EventDetail,
  type PastStory,
  type PositionFormat,
  type Truth,
} from '@flagpost/contracts';
import type { TrailSource } from '@flagpost/map-layers';
import { downloadFrom } from '../../../shared/download.js';
import { fieldFaults } from '../../../shared/failures.js';
import { zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useRace } from '../../race-control/race-context.js';
import { RacePanel } from '../../race-control/ui/race-panel.js';
import { pngOf } from '../../race-control/ui/use-race-picture.js';
import { useExportPositionsMutation, useRecordExportMutation } from '../api.js';
import { useMomentPicture } from '../use-moment-picture.js';
import type { OpenReplay } from '../use-replay.js';
import { carsOf, instantOf, localOf } from './asked.js';
import { PositionsDeletedNotice } from './positions-deleted.js';
import { SelectField, TextField, TimeField } from '../../../shared/ui/form/fields.js';

const words = TEXTS.history.exports;
const FORMATS = [...POSITION_FORMATS, 'png'] as const;
type Format = PositionFormat | 'png';
/** Before and after the instant that is shown, until other times are typed. */
const AROUND_MS = 60_000;

interface Faults {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cars?: string | undefined;
}

/** A file of a span of the race, or a picture of the instant that is shown. */
export const ExportPanel = ({
  event,
  story,
  open,
  truth,
  trail,
  carNumber,
  onHide,
}: {
  event: EventDetail;
  story: PastStory;
  open: OpenReplay;
  truth: Truth;
  /** As it is shown. */
  trail: TrailSource | null;
  /** Of the car that is shown in full. */
  carNumber: string | null;
  onHide: () => void;
}): ReactElement => {
  const { eventId, gmtHoursAt } = useRace();
  const notices = useNotices();
  const { canvas, isLoading, draw } = useMomentPicture(event, trail, open);
  const [exportPositions] = useExportPositionsMutation();
  const [recordExport] = useRecordExportMutation();
  const [format, setFormat] = useState<Format>(story.positionsDeleted === null ? 'gpx' : 'png');
  const [instant] = useState(() => open.player.instantAt(performance.now()));
  const [gmtHours] = useState(() => gmtHoursAt(instant));
  const [from, setFrom] = useState(localOf(instant - AROUND_MS, gmtHours));
  const [to, setTo] = useState(localOf(instant + AROUND_MS, gmtHours));
  const [cars, setCars] = useState(carNumber ?? '');
  const [faults, setFaults] = useState<Faults>({});
  const [isMaking, setIsMaking] = useState(false);
  const formats = story.positionsDeleted === null ? FORMATS : (['png'] as const);

  const savePicture = async (): Promise<void> => {
    const moment = await draw();
    if (moment === null) return;
    const file = await pngOf(canvas.current);
    const at = new Date(moment.instant).toISOString();
    const span = { Truth: moment.truth, From: at, To: at, Invitations: [] };
    const { FileName } = await recordExport({ eventId, request: { Content: 'picture', ...span } }).unwrap();
    downloadFrom(URL.createObjectURL(file), FileName);
  };

  const savePositions = async (chosen: PositionFormat): Promise<void> => {
    const [begins, ends] = [instantOf(from, gmtHours), instantOf(to, gmtHours)];
    const { ids, unknown } = carsOf(cars, story.cars);
    const typed: Faults = {
      ...(Number.isNaN(begins) && { from: words.noTime }),
      ...(Number.isNaN(ends) && { to: words.noTime }),
      ...(unknown.length > 0 && { cars: words.unknownCars(unknown.join(', ')) }),
    };
    setFaults(typed);
    if (Object.keys(typed).length > 0) return;
    const request = {
      Format: chosen,
      Truth: truth,
      From: new Date(begins).toISOString(),
      To: new Date(ends).toISOString(),
      Invitations: [...ids],
    };
    const { url, name } = await exportPositions({ eventId, request }).unwrap();
    downloadFrom(url, name);
  };

  const submit = async (sent: SubmitEvent): Promise<void> => {
    sent.preventDefault();
    if (isMaking) return;
    setIsMaking(true);
    try {
      await (format === 'png' ? savePicture() : savePositions(format));
    } catch (error) {
      const { From, To, Invitations } = fieldFaults(error);
      setFaults({ from: From, to: To, cars: Invitations });
      if (From === undefined && To === undefined && Invitations === undefined) notices.showError(error);
    } finally {
      setIsMaking(false);
    }
  };

  return (
    <RacePanel header={words.title} onHide={onHide}>
      <PositionsDeletedNotice story={story} gmtHoursAt={gmtHoursAt} />
      <form className="history-form" onSubmit={(sent) => void submit(sent)}>
        <SelectField
          label={words.format}
          value={format}
          options={formats.map((each) => [each, words.formats[each]] as const)}
          onChange={setFormat}
        />
        {format === 'png' ? (
          <p>{words.pictureHint}</p>
        ) : (
          <>
            <TimeField
              label={words.from(zoneName(gmtHours))}
              value={from}
              fault={faults.from}
              onChange={setFrom}
            />
            <TimeField label={words.to(zoneName(gmtHours))} value={to} fault={faults.to} onChange={setTo} />
            <TextField
              label={words.cars}
              value={cars}
              fault={faults.cars}
              placeholder={words.allCars}
              onChange={setCars}
            />
          </>
        )}
        <p className="history-note">{words.recorded(TEXTS.history.truth[truth])}</p>
        <Button
          type="submit"
          icon="pi pi-download"
          label={words.make}
          loading={isMaking}
          disabled={format === 'png' && isLoading}
        />
      </form>
      <canvas ref={canvas} className="on-paper" hidden />
    </RacePanel>
  );
};
