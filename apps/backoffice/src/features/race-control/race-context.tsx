import { createContext, use, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '../../app/store.js';
import { createLiveCars, type LiveCars } from './live-cars.js';
import { openRaceLink } from './live/race-link.js';
import type { RaceRights } from './race-rights.js';

interface RaceSetting {
  eventId: number;
  /** Hours from UTC at the track. */
  gmtHours: number;
  safetyCarDelayS: number;
}

interface Race extends RaceSetting, RaceRights {
  cars: LiveCars;
}

const RaceContext = createContext<Race | null>(null);

export const useRace = (): Race => {
  const race = use(RaceContext);
  if (race === null) throw new Error('useRace outside its provider');
  return race;
};

/** Opens the race's link while it is on screen. */
export const RaceProvider = ({
  eventId,
  gmtHours,
  safetyCarDelayS,
  rights,
  children,
}: RaceSetting & { rights: RaceRights; children: ReactNode }): ReactElement => {
  const store = useStore() as AppStore;
  const [cars] = useState(createLiveCars);

  useEffect(() => {
    const link = openRaceLink(eventId, store, cars);
    return () => link.close();
  }, [eventId, store, cars]);

  const value = useMemo(
    () => ({ eventId, gmtHours, safetyCarDelayS, cars, ...rights }),
    [eventId, gmtHours, safetyCarDelayS, cars, rights],
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

/** The server's time of day (epoch ms), every second; this device's until the server has told its own. */
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
