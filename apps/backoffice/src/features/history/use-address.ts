import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ALL_CATEGORIES_ID, TRUTHS, type MapPosition, type Truth } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../race-control/state/race-store.js';
import {
  CAR_STATES,
  carOpened,
  filtersGiven,
  followToggled,
  selectView,
  type CarState,
} from '../race-control/state/view.js';
import { USUAL_TRAILS, trailChoiceOf, type TrailChoice } from './trail-choice.js';
import type { OpenReplay } from './use-replay.js';

const WRITTEN_AFTER_MS = 400;

export interface Address {
  readonly instant: number | null;
  readonly truth: Truth;
  readonly car: number | null;
  readonly follows: boolean;
  /** Of the cars box. */
  readonly search: string;
  readonly carState: CarState | null;
  /** Ids of the categories that are shown; null: all. */
  readonly categories: readonly number[] | null;
  /** The middle of the map and its zoom; null: it shows the track, or follows the car. */
  readonly map: MapPosition | null;
  readonly trails: TrailChoice;
}

const isTruth = (text: string | null): text is Truth => TRUTHS.some((truth) => truth === text);

const isCarState = (text: string | null): text is CarState => CAR_STATES.some((state) => state === text);

/** Of Mercator, and of what a map can be zoomed to. */
const [MOST_LAT, MOST_LNG, MOST_ZOOM] = [85, 180, 24];
const mapOf = (text: string | null): MapPosition | null => {
  const numbers = text?.split(',').map((part) => (part.trim() === '' ? NaN : Number(part))) ?? [];
  const [lat = NaN, lng = NaN, zoom = NaN] = numbers;
  const isPlace = Math.abs(lat) <= MOST_LAT && Math.abs(lng) <= MOST_LNG && zoom >= 0 && zoom <= MOST_ZOOM;
  return numbers.length === 3 && isPlace ? { lat, lng, zoom } : null;
};
const idsOf = (text: string | null): number[] | null =>
  text === null
    ? null
    : text
        .split(',')
        .map(Number)
        .filter((id) => Number.isInteger(id) && id > 0);

export const readAddress = (params: URLSearchParams): Address => {
  const instant = Date.parse(params.get('at') ?? '');
  const truth = params.get('truth');
  const car = Number(params.get('car'));
  const carState = params.get('cars');
  return {
    instant: Number.isNaN(instant) ? null : instant,
    truth: isTruth(truth) ? truth : 'happened',
    car: Number.isInteger(car) && car > 0 ? car : null,
    follows: params.get('follow') === '1',
    search: params.get('q') ?? '',
    carState: isCarState(carState) ? carState : null,
    categories: idsOf(params.get('categories')),
    map: mapOf(params.get('map')),
    trails: trailChoiceOf(params.get('trail'), idsOf(params.get('trails'))),
  };
};

/** 10 cm, and a hundredth of a zoom level. */
const [PLACE_DECIMALS, ZOOM_DECIMALS] = [6, 2];

export const textOf = (address: Address): string => {
  const { instant, truth, car, follows, search, carState, categories, map, trails } = address;
  const params = new URLSearchParams();
  if (instant !== null) params.set('at', new Date(instant).toISOString());
  params.set('truth', truth);
  if (car !== null) params.set('car', String(car));
  if (follows) params.set('follow', '1');
  if (search !== '') params.set('q', search);
  if (carState !== null) params.set('cars', carState);
  if (categories !== null) params.set('categories', categories.join(','));
  if (map !== null && !follows) {
    const [lat, lng] = [map.lat, map.lng].map((degrees) => degrees.toFixed(PLACE_DECIMALS));
    params.set('map', `${lat},${lng},${map.zoom.toFixed(ZOOM_DECIMALS)}`);
  }
  if (trails.seconds !== USUAL_TRAILS.seconds) params.set('trail', String(trails.seconds));
  if (trails.cars.length > 0) params.set('trails', trails.cars.join(','));
  return params.toString();
};

/**
 * Keeps the address and what is shown the same: somebody else who opens it sees the same.
 *
 * @param map what the map shows; null before it is drawn
 */
export const useAddress = (
  open: OpenReplay,
  truth: Truth,
  onTruth: (truth: Truth) => void,
  map: MapPosition | null,
  trails: TrailChoice,
): void => {
  const { player } = open;
  const [params, setParams] = useSearchParams();
  const { opened, isFollowing, search, carState, categories } = useRaceSelector(selectView);
  const dispatch = useRaceDispatch();
  const [instant, setInstant] = useState(() => Math.round(player.state.instant));
  /** The address that this page wrote, or has carried out. */
  const known = useRef<string | null>(null);
  /** Written, and not shown to this page yet: on a busy machine a later one may be written before. */
  const onTheirWay = useRef<string[]>([]);

  useEffect(
    () =>
      player.subscribe(() => {
        // While it plays the address keeps where playing began.
        setInstant(Math.round(player.state.instant));
      }),
    [player],
  );

  useEffect(() => {
    const text = params.toString();
    const place = onTheirWay.current.indexOf(text);
    if (place >= 0) onTheirWay.current.splice(0, place + 1);
    if (place >= 0 || text === known.current) return;
    const isFirst = known.current === null;
    known.current = text;
    const asked = readAddress(params);
    if (asked.instant !== null && !isFirst) {
      const nowMs = performance.now();
      player.pause(nowMs);
      player.seek(asked.instant, nowMs);
    }
    if (params.has('truth')) onTruth(asked.truth);
    if (asked.car !== null) {
      dispatch(carOpened(asked.car));
      if (asked.follows && isFirst) dispatch(followToggled());
    }
    if (isFirst)
      dispatch(
        filtersGiven({
          search: asked.search,
          carState: asked.carState,
          categories: asked.categories === null ? null : [...asked.categories],
        }),
      );
  }, [params, player, dispatch, onTruth]);

  useEffect(() => {
    const timer = window.setTimeout(() => {
      const text = textOf({
        instant,
        truth,
        car: opened,
        follows: isFollowing,
        search,
        carState,
        categories: categories.includes(ALL_CATEGORIES_ID) ? null : categories,
        map,
        trails,
      });
      if (text === known.current) return;
      known.current = text;
      onTheirWay.current.push(text);
      setParams(text, { replace: true });
    }, WRITTEN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [instant, truth, opened, isFollowing, search, carState, categories, map, trails, setParams]);
};
