import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import { useMemo, useState, type ReactElement } from 'react';
import { FINISH_RADIUS_M } from '@flagpost/contracts';
import { trackFromDrive, type DriveFix, type DriveTrack } from '@flagpost/track-geometry';
import { TEXTS } from '../../../shared/texts/track-drive.js';
import { Modal } from '../../../shared/ui/modal.js';
import { Tabs } from '../../../shared/ui/tabs.js';
import { useEventQuery } from '../../events/api.js';
import { DrivePreview } from './drive-preview.js';
import { FileSource } from './file-source.js';
import { HistorySource } from './history-source.js';
import '../../../shared/ui/form/form.css';
import './drive-dialog.css';

const words = TEXTS.trackDrive;

/** Takes a track from a drive of the history or of a file. */
export const DriveDialog = ({
  eventId,
  onTrack,
  onHide,
}: {
  eventId: number;
  /** The track was chosen; the dialog is to be closed. */
  onTrack: (track: DriveTrack) => void;
  onHide: () => void;
}): ReactElement => {
  const { data: event } = useEventQuery(eventId);
  const [now] = useState(() => Date.now());
  const [source, setSource] = useState<keyof typeof words.sources>('history');
  const [drive, setDrive] = useState<readonly DriveFix[] | null>(null);
  const track = useMemo(() => (drive === null ? null : trackFromDrive(drive)), [drive]);
  const hasLine = track !== null && track.line.length > 1;
  return (
    <Modal
      header={words.title}
      width="min(1000px, calc(100vw - 16px))"
      className="track-drive"
      onHide={onHide}
    >
      <div className="form">
        <p>{words.lead}</p>
        <div className="track-drive-sides">
          <div className="form">
            <Tabs
              label={words.title}
              names={words.sources}
              chosen={source}
              onChoose={(name) => {
                setSource(name);
                setDrive(null);
              }}
            >
              {source === 'history' ? (
                <HistorySource eventId={eventId} now={now} onDrive={setDrive} />
              ) : (
                <FileSource eventId={eventId} onDrive={setDrive} />
              )}
            </Tabs>
            {track !== null && !hasLine && <Message severity="warn" text={words.noTrack} role="alert" />}
          </div>
          {hasLine ? (
            <DrivePreview track={track} finishRadiusM={event?.eveGeoRadius ?? FINISH_RADIUS_M.default} />
          ) : (
            <p className="track-drive-none">{words.none}</p>
          )}
        </div>
        <div className="form-buttons">
          <Button label={TEXTS.cancel} text severity="secondary" onClick={onHide} />
          <Button
            label={words.use}
            icon="pi pi-check"
            disabled={!hasLine}
            onClick={() => {
              if (track !== null) onTrack(track);
            }}
          />
        </div>
      </div>
    </Modal>
  );
};
