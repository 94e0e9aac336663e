import { describe, expect, it } from '@jest/globals';
import { engineWith, live, send } from '../testing/play.js';
import { BEGAN, EVENT, fix, raceSetup, setupCar } from '../testing/race-scene.js';
import { restoreEngine } from './engine.js';

/** One car at a finish without a stage, in SOS since `BEGAN` + 2000, as version 1 wrote it. */
const VERSION_1 = [
  'AQEHAAAAAAAAPkDpJjEIrExGQKrx0k1iUCBAAAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AQEJAAA9ArzgeUIAgP4BvOB5QgCA/gG8',
  '4HlC6SYxCKxMRkCtWI2QpE4gQNbv/////1pAAAAAAACAVkAAAAAAAAD4f+kmMQisTEZArViNkKROIEDpJjEIrExGQJGAvglzTiBA',
  'AADAAbzgeUIAAAAAAAAAAAAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AAAAAAAAAAAAAD0CvOB5QgAAAAAAAPh/AAAA',
  'AAAA+H8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AAAAAAAA+H8Bl//////fcMAAAAAA',
  'AAAAAAAAwAG84HlCAAAAAAAAAAAAAAAAAAD4fwAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AA==',
].join('');

/** The same car, which pressed again at `BEGAN` + 2500, as version 2 wrote it. */
const VERSION_2 = [
  'AgEHAAAAAAAAPkDpJjEIrExGQKrx0k1iUCBAAAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AQEJAEBcArzgeUIAgP4BvOB5QgCA/gG8',
  '4HlC6SYxCKxMRkCtWI2QpE4gQNbv/////1pAAAAAAACAVkAAAAAAAAD4f+kmMQisTEZArViNkKROIEDpJjEIrExGQJGAvglzTiBA',
  'AADAAbzgeUIAAAAAAAAAAAAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AAAAAAAAAAAAAD0CvOB5QgAAAAAAAPh/AAAA',
  'AAAA+H8AAAAAAAAAAABAXAK84HlCAABWArzgeUIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4fwAAAAAA',
  'APh/AZf/////33DAAAAAAAAAAAAAAMABvOB5QgAAAAAAAAAAAAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4',
  'fwA=',
].join('');

/** The same, as version 3 wrote it. */
const VERSION_3 = [
  'AwEHAAAAAAAAPkDpJjEIrExGQKrx0k1iUCBAAAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AQEJAEBcArzgeUIAgP4BvOB5QgCA/gG8',
  '4HlC6SYxCKxMRkCtWI2QpE4gQNbv/////1pAAAAAAACAVkAAAAAAAAD4f+kmMQisTEZArViNkKROIEDpJjEIrExGQJGAvglzTiBA',
  'AADAAbzgeUIAAAAAAAAAAAAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AAAAAAAAAAAAAD0CvOB5QgAAAAAAAPh/AAAA',
  'AAAA+H8AAAAAAAAAAABAXAK84HlCAABWArzgeUIAAAAAAAD4fwAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4fwAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AAAAAAAA+H8Bl//////fcMAAAAAAAAAAAAAAwAG84HlCAAAAAAAAAAAAAAAAAAD4',
  'fwAAAAAAAPh/AAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/AA==',
].join('');

describe('a saved state', () => {
  it('of version 1 goes on as it was', () => {
    const engine = restoreEngine(Buffer.from(VERSION_1, 'base64'));
    engine.setup(EVENT, raceSetup(1));
    expect(engine.takeFacts()).toEqual([]);
    expect(live(engine, 3000)).toMatchObject({ sos: true, receivedAt: BEGAN + 1000 });
    const recorded = { sosRaisedAt: BEGAN + 2000, sosClearedAt: BEGAN + 4000 };
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, recorded)] }));
    expect(engine.takeFacts()).toEqual([]);
    expect(live(engine, 4000)?.sos).toBe(false);
  });

  it.each([
    [2, VERSION_2],
    [3, VERSION_3],
  ])('of version %i goes on as it was', (_, saved) => {
    const engine = restoreEngine(Buffer.from(saved, 'base64'));
    engine.setup(EVENT, raceSetup(1));
    expect(live(engine, 3000)).toMatchObject({ sos: true, receivedAt: BEGAN + 1000 });
    send(engine, [{ receivedAt: BEGAN + 3000, signal: { type: 'sosCleared' } }]);
    expect(engine.takeFacts()).toMatchObject([
      { type: 'sosRaised', receivedAt: BEGAN + 2500, raisedAt: BEGAN + 2400, speedBeforeKph: null },
      { type: 'sosCleared', receivedAt: BEGAN + 3000 },
    ]);
  });

  it('comes back as it was, bit by bit', () => {
    const engine = engineWith(raceSetup(2));
    const says = (ms: number, type: 'sos' | 'sosCleared') => ({ receivedAt: BEGAN + ms, signal: { type } });
    send(engine, [fix(0, -300, 0), fix(1000, -270, 0), says(2000, 'sos'), says(2100, 'sosCleared')]);
    send(engine, [says(2200, 'sos'), says(2300, 'sosCleared')]);
    engine.takeFacts();
    const saved = engine.serialize();
    expect(restoreEngine(saved).serialize()).toEqual(saved);
  });

  it('of a version that is unknown is refused', () => {
    expect(() => restoreEngine(Uint8Array.of(0))).toThrow(RangeError);
    expect(() => restoreEngine(Uint8Array.of(99))).toThrow(RangeError);
  });
});
