import { Button } from 'primereact/button';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react';
import { may, type EventDetail } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { dayOf, timeOfDay, zoneName } from '../../../shared/format.js';
import { LANGUAGE } from '../../../shared/language.js';
import { useShownTheme } from '../../../shared/theme/use-theme.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectActor } from '../../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { Modal } from '../../../shared/ui/modal.js';
import { raceApi, usePoisQuery, useRouteQuery } from '../api.js';
import { useRace } from '../race-context.js';
import { snapshotCells } from '../snapshot-list.js';
import { composeSnapshot, type SnapshotList } from '../snapshot-picture.js';
import { selectUnacknowledged } from '../state/alerts.js';
import { selectShownCars } from '../state/view.js';
import { routeOf, useFlaggedRoute, usePois } from './map-data.js';
import { usePalette } from './palette.js';
import { useSectors } from './sector-choice.js';
import './snapshot-dialog.css';

const DRAWN_AFTER_MS = 500;

const inkOf = (canvas: HTMLCanvasElement) => {
  const style = window.getComputedStyle(canvas);
  const token = (name: string): string => style.getPropertyValue(name);
  return {
    ground: token('--surface-card'),
    text: token('--text'),
    muted: token('--text-muted'),
    line: token('--border'),
    font: style.fontFamily,
  };
};

const pngOf = (canvas: HTMLCanvasElement | null): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const done = (file: Blob | null): void =>
      file === null ? reject(new Error('No picture.')) : resolve(file);
    if (canvas === null) done(null);
    else canvas.toBlob(done, 'image/png');
  });

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
  const { eventId, cars, gmtHours } = useRace();
  const shown = useRaceSelector(selectShownCars);
  const { data: route } = useRouteQuery(eventId);
  const { sectors } = useSectors();
  const drawn = useMemo(() => routeOf(event, route ?? null, sectors), [event, route, sectors]);
  const flagged = useFlaggedRoute(drawn, route ?? null, sectors);
  const pois = usePois(eventId, true);
  const { isLoading } = usePoisQuery(eventId);
  const palette = usePalette();
  const doubledCasings = useShownTheme() === 'daylight';
  const canvas = useRef<HTMLCanvasElement>(null);
  useArrivingSos(onClose);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const mayKeep = may(useAppSelector(selectActor), 'pictures.take', {
    clubId: event.cluId,
    past: event.past,
  });
  const [isKeeping, setIsKeeping] = useState(false);
  const [isKept, setIsKept] = useState(false);

  const listAt = (nowMs: number): SnapshotList => {
    const at = cars.serverNowMs(nowMs) ?? Date.now();
    return {
      title: event.eveName,
      moment: `${dayOf(at, gmtHours, LANGUAGE)} ${timeOfDay(at, gmtHours)} ${zoneName(gmtHours)}`,
      heads: TEXTS.snapshot.heads,
      cars: shown.flatMap((car) => {
        const row = cars.row(car.invitationId);
        return row === undefined ? [] : [snapshotCells(car, row)];
      }),
    };
  };

  const draw = useEffectEvent(async (isWanted: () => boolean): Promise<void> => {
    const { drawSnapshot } = await import('@flagpost/map-layers');
    const nowMs = performance.now();
    const list = listAt(nowMs);
    const race = await drawSnapshot({
      route: flagged,
      pois,
      cars: cars.buffer,
      timeS: cars.pictureTimeS(nowMs),
      palette,
      doubledCasings,
      texts: TEXTS.map,
    });
    if (!isWanted() || canvas.current === null) return;
    composeSnapshot(canvas.current, race, list, inkOf(canvas.current));
    setState('drawn');
  });

  useEffect(() => {
    if (isLoading) return undefined;
    let isWanted = true;
    const timer = window.setTimeout(() => {
      draw(() => isWanted).catch(() => setState('failed'));
    }, DRAWN_AFTER_MS);
    return () => {
      isWanted = false;
      window.clearTimeout(timer);
    };
  }, [isLoading]);

  const download = (): void => {
    const link = document.createElement('a');
    link.download = `${TEXTS.snapshot.fileName}.png`;
    link.href = canvas.current?.toDataURL('image/png') ?? '';
    link.click();
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
            onClick={download}
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
