import { framesDrawn } from './frames-drawn.js';
import type { Page } from './page.js';
import type { LiveCar } from '@flagpost/contracts';
import { encodeFrame } from '@flagpost/telemetry';
import { EVENT, FRAMES_PER_S, carAt, type Field } from '../frames.js';
import { drawWithMarkers, drawWithSource } from './peers.js';
import { drawOurs } from './ours.js';

/** The page of the bench `client`: the same cars on one of three maps. Its query sets map, cars and duration. */

/** Takes a packed frame, as the socket hands it over. */
export type Take = (packed: Uint8Array) => void;
/** A map that is loaded and empty but for these cars. */
export type Draw = (host: HTMLElement, cars: readonly LiveCar[]) => Promise<Take>;

const DRAWN: Readonly<Record<string, Draw>> = {
  ours: drawOurs,
  source: drawWithSource,
  markers: drawWithMarkers,
};

const asked = new URLSearchParams(window.location.search);
const field: Field = {
  cars: Number(asked.get('cars')),
  hz: FRAMES_PER_S,
  seconds: Number(asked.get('seconds')),
  startsAt: Date.now(),
};

const everyCar = (at: number): LiveCar[] =>
  Array.from({ length: field.cars }, (_, index) => carAt(field, index, at));
const timeOf = (number: number): number => field.startsAt + (number * 1_000) / FRAMES_PER_S;
/** Made before anything is measured, so that the server's cost is excluded. */
const packed = Array.from({ length: field.seconds * FRAMES_PER_S }, (_, number) =>
  encodeFrame({ eventId: EVENT, serverTime: timeOf(number + 1), cars: everyCar(timeOf(number + 1)) }),
);

const page: Page = {
  isReady: false,
  updates: 0,
  get frames() {
    return framesDrawn();
  },
  start() {
    const timer = window.setInterval(() => {
      const next = packed[page.updates];
      if (next === undefined) {
        window.clearInterval(timer);
        return;
      }
      page.updates += 1;
      take(next);
    }, 1_000 / FRAMES_PER_S);
  },
};
window.page = page;

const draw = DRAWN[asked.get('side') ?? ''];
const host = document.getElementById('map');
if (draw === undefined || host === null) throw new Error('There is no such map.');
const take = await draw(host, everyCar(field.startsAt));
page.isReady = true;
