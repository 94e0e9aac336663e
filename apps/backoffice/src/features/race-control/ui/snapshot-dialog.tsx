import { Button } from 'primereact/button';
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import { may, PUBLISHED_STATE_ID, type EventDetail } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectActor } from '../../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store.js';
import { downloadFrom, SNAPSHOT_FILE } from '../../../shared/download.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { Modal } from '../../../shared/ui/modal.js';
import { useCarryOut } from '../../../shared/ui/use-carry-out.js';
import { raceApi } from '../api.js';
import { useRace } from '../race-context.js';
import { selectUnacknowledged } from '../state/alerts.js';
import { pngOf, useRacePicture } from './use-race-picture.js';
import './snapshot-dialog.css';

const DRAWN_AFTER_MS = 500;

/** Calls back when a car raises an SOS. */
const useArrivingSos = (onArrival: () => void): void => {
  const alerts = useRaceSelector(selectUnacknowledged);
  const [former] = useState(() => new Set(alerts.map(({ AlertId }) => AlertId)));
  const arrive = useEffectEvent(onArrival);
  useEffect(() => {
    if (alerts.some(({ AlertId }) => !former.has(AlertId))) arrive();
  }, [alerts, former]);
};

/** The race at one moment, as a picture to keep. It covers the map, so an SOS that arrives closes it. */
export const SnapshotDialog = ({
  event,
  onClose,
}: {
  event: EventDetail;
  onClose: () => void;
}): ReactElement => {
  const { eventId } = useRace();
  const picture = useRacePicture(event);
  const canvas = useRef<HTMLCanvasElement>(null);
  useArrivingSos(onClose);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const carryOut = useCarryOut();
  const actor = useAppSelector(selectActor);
  const mayKeep =
    event.stsId === PUBLISHED_STATE_ID &&
    may(actor, 'pictures.take', { clubId: event.cluId, past: event.past });
  const [isKeeping, setIsKeeping] = useState(false);
  const [isKept, setIsKept] = useState(false);

  const draw = useEffectEvent(async (isWanted: () => boolean): Promise<void> => {
    if (await picture.draw(() => (isWanted() ? canvas.current : null))) setState('drawn');
  });

  useEffect(() => {
    if (picture.isLoading) return undefined;
    let isWanted = true;
    const timer = window.setTimeout(() => {
      draw(() => isWanted).catch(() => setState('failed'));
    }, DRAWN_AFTER_MS);
    return () => {
      isWanted = false;
      window.clearTimeout(timer);
    };
  }, [picture.isLoading]);

  const download = async (): Promise<void> => {
    const file = await pngOf(canvas.current);
    downloadFrom(URL.createObjectURL(file), SNAPSHOT_FILE);
  };

  const keep = async (): Promise<void> => {
    setIsKeeping(true);
    try {
      const file = await pngOf(canvas.current);
      await dispatch(raceApi.endpoints.takePicture.initiate({ eventId, file })).unwrap();
      setIsKept(true);
    } catch (error) {
      notices.showError(error);
    } finally {
      setIsKeeping(false);
    }
  };

  return (
    <Modal
      header={TEXTS.snapshot.title}
      width="70vw"
      onHide={onClose}
      footer={
        <>
          <Button label={TEXTS.close} text severity="secondary" onClick={onClose} />
          {mayKeep && (
            <Button
              label={isKept ? TEXTS.snapshot.kept : TEXTS.snapshot.keep}
              icon={isKept ? 'pi pi-check' : 'pi pi-save'}
              outlined
              loading={isKeeping}
              disabled={state !== 'drawn' || isKept}
              onClick={() => void keep()}
            />
          )}
          <Button
            label={TEXTS.snapshot.download}
            icon="pi pi-download"
            disabled={state !== 'drawn'}
            onClick={() => carryOut(download())}
          />
        </>
      }
    >
      {state !== 'drawn' && (
        <p role="status">{state === 'drawing' ? TEXTS.loading : TEXTS.snapshot.failed}</p>
      )}
      <canvas
        ref={canvas}
        className="snapshot"
        hidden={state !== 'drawn'}
        role="img"
        aria-label={TEXTS.snapshot.picture(event.eveName)}
      />
    </Modal>
  );
};
