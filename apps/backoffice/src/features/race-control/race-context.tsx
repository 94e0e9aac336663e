import { createContext, use, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useRaceStore } from './state/race-store.js';
import { createLiveCars, type LiveCars } from './live-cars.js';
import { openRaceLink } from './live/race-link.js';
import type { RaceRights } from './race-rights.js';
import { createScreenAge, type ScreenAge } from './screen-age.js';
import { trackClock, type GmtHoursAt } from './track-clock.js';

interface RaceSetting {
  eventId: number;
  safetyCarDelayS: number;
}

/** Of the track. */
interface Zone {
  timeZone: string;
}

interface Race extends RaceSetting, RaceRights {
  gmtHoursAt: GmtHoursAt;
  cars: LiveCars;
  screen: ScreenAge;
  /** A race of the past is played: a link to an instant leads within this page. */
  isReplay: boolean;
}

const RaceContext = createContext<Race | null>(null);

export const useRace = (): Race => {
  const race = use(RaceContext);
  if (race === null) throw new Error('useRace outside its provider');
  return race;
};

const RIGHTS_IN_THE_PAST: RaceRights = {
  mayControl: false,
  mayAcknowledge: false,
  mayClearSos: false,
  mayCall: false,
  mayResetLaps: false,
  mayManageTimers: false,
  mayReplay: true,
};

/** A race of the past, in which nobody can change anything. */
export const PastRaceProvider = ({
  eventId,
  timeZone,
  safetyCarDelayS,
  cars,
  children,
}: RaceSetting & Zone & { cars: LiveCars; children: ReactNode }): ReactElement => {
  const [screen] = useState(createScreenAge);
  const gmtHoursAt = useMemo(() => trackClock(timeZone), [timeZone]);
  const value = useMemo(
    () => ({ eventId, gmtHoursAt, safetyCarDelayS, cars, screen, isReplay: true, ...RIGHTS_IN_THE_PAST }),
    [eventId, gmtHoursAt, safetyCarDelayS, cars, screen],
  );
  return <RaceContext value={value}>{children}</RaceContext>;
};

/** Opens the race's link while it is on screen. */
export const RaceProvider = ({
  eventId,
  timeZone,
  safetyCarDelayS,
  rights,
  children,
}: RaceSetting & Zone & { rights: RaceRights; children: ReactNode }): ReactElement => {
  const store = useRaceStore();
  const [cars] = useState(createLiveCars);
  const [screen] = useState(createScreenAge);
  const gmtHoursAt = useMemo(() => trackClock(timeZone), [timeZone]);

  useEffect(() => {
    const link = openRaceLink(eventId, store, cars);
    return () => link.close();
  }, [eventId, store, cars]);

  const value = useMemo(
    () => ({ eventId, gmtHoursAt, safetyCarDelayS, cars, screen, isReplay: false, ...rights }),
    [eventId, gmtHoursAt, safetyCarDelayS, cars, screen, rights],
  );
  return <RaceContext value={value}>{children}</RaceContext>;
};

const PANEL_REFRESH_MS = 500;
const CLOCK_MS = 1_000;

/** Draws the caller anew, at most this often, when positions have changed. */
export const useLiveCars = (): LiveCars => {
  const { cars } = useRace();
  const [, setVersion] = useState(cars.version);
  useEffect(() => {
    const timer = window.setInterval(() => setVersion(cars.version), PANEL_REFRESH_MS);
    return () => window.clearInterval(timer);
  }, [cars]);
  return cars;
};

/** The server's time (epoch ms), every second; this device's until the server's is known. */
export const useRaceClock = (): number => {
  const { cars } = useRace();
  const read = (): number => cars.serverNowMs(performance.now()) ?? Date.now();
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = window.setInterval(
      () => setNow(cars.serverNowMs(performance.now()) ?? Date.now()),
      CLOCK_MS,
    );
    return () => window.clearInterval(timer);
  }, [cars]);
  return now;
};

/** Whole seconds since the newest position on the screen was received; null while there is none. */
export const useScreenAgeS = (): number | null => {
  const { cars, screen } = useRace();
  const [ageS, setAgeS] = useState<number | null>(null);
  useEffect(() => {
    const read = (): void => {
      const now = cars.serverNowMs(performance.now());
      const { drawnReceivedAt } = screen;
      const isKnown = now !== null && drawnReceivedAt !== null;
      setAgeS(isKnown ? Math.max(0, Math.round((now - drawnReceivedAt) / 1_000)) : null);
    };
    read();
    const timer = window.setInterval(read, CLOCK_MS);
    // A screen that catches up, as after a hidden tab, updates with the frame that did.
    const stop = screen.subscribe(read);
    return () => {
      window.clearInterval(timer);
      stop();
    };
  }, [cars, screen]);
  return ageS;
};
