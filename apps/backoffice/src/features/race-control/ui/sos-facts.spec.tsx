import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import type { DriverInfo, SectorRow } from '@flagpost/contracts';
import { anAlert } from '../../../testing/race-data.js';
import { TEXTS } from '../../../shared/texts/race.js';
import type { CarPlace } from '../car-place.js';
import { SosFacts } from './sos-facts.js';

afterEach(cleanup);

const words = TEXTS.sos;
const crew: DriverInfo = {
  CarNumber: '1',
  Car: 'Belbo Sedici',
  Pilot: 'Ada Lovelace',
  DriverGrupoSanguineo: '0-',
  Copilot: 'Grace Hopper',
  CodriverGrupoSanguineo: 'AB+',
  Category: 'GT',
  Counter: 3,
};
const sector: SectorRow = {
  secId: 74,
  secNumber: 4,
  secPicpath: null,
  Kms: 1.2,
  traId: 7,
  From: null,
  To: null,
  OffM: null,
};
const inSector: CarPlace = { sector, proposed: [sector], fromStartM: 2_340 };

interface Facts {
  driver?: DriverInfo | undefined;
  place?: CarPlace | null;
  phone?: string | null;
  alert?: Parameters<typeof anAlert>[1];
}
/** The lines of a card, one for each paragraph. */
const linesOf = ({ driver = crew, place = inSector, phone = null, alert = {} }: Facts): string[] => {
  const { container, unmount } = render(
    <SosFacts alert={anAlert(9, alert)} driver={driver} place={place} phone={phone} />,
  );
  const lines = [...container.querySelectorAll('p')].map(({ textContent }) => textContent.trim());
  unmount();
  return lines;
};

it('tells the crew with blood types, the sector, and the speed before', () => {
  const blood = TEXTS.car.bloodType('');
  expect(linesOf({ phone: '+39 1' })).toEqual([
    `Ada Lovelace ${blood}0-+39 1`,
    `Grace Hopper ${blood}AB+`,
    `${TEXTS.flags.sector(4)} · ${words.speedBefore(TEXTS.car.kph(143))}`,
  ]);
});

it('tells a driver alone, without a blood type that is not known', () => {
  const alone = { ...crew, Copilot: '', DriverGrupoSanguineo: null };
  expect(linesOf({ driver: alone, alert: { SpeedBefore: null } })).toEqual([
    'Ada Lovelace',
    TEXTS.flags.sector(4),
  ]);
});

it('tells the distance from the start without a sector, that a car is off the track, or that nothing is known', () => {
  const lineOf = (place: CarPlace | null): string | undefined =>
    linesOf({ place, alert: { SpeedBefore: null } }).at(-1);
  const distance = TEXTS.flags.kilometres(2.34);
  expect(lineOf({ sector: null, proposed: [], fromStartM: 2_340 })).toBe(words.fromStart(distance));
  expect(lineOf({ sector: null, proposed: [], fromStartM: null })).toBe(words.offTrack);
  expect(lineOf(null)).toBe(words.noPlace);
});

it('tells that the car has cleared it', () => {
  expect(linesOf({ alert: { ClearedAt: '2026-05-01T10:00:09.000Z' } })[0]).toBe(words.clearedByCar);
});
