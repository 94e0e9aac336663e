import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  LANGUAGE_HEADER,
  SOCKET_JOIN,
  SOCKET_LEAVE,
  SOCKET_SNAPSHOT,
  type EventAnswer,
  type FlagAnswer,
  type RaceControl,
  type Snapshot,
  type TimerRow,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { decodeFrame } from '@flagpost/telemetry';
import { liveCar, until } from '@flagpost/testing';
import {
  confirmedFact,
  lapFact,
  reportedFact,
  shownFact,
  stopFacts,
  sosClearedFact,
  sosFact,
  stateFacts,
} from '../testing/facts.js';
import { NOW } from '../testing/harness.js';
import { keepHistory } from '../testing/kept-history.js';
import { eventBody } from '../testing/race-fixture.js';
import { TRACK_LINE } from '../testing/scene.js';
import { aSector } from '../testing/sector.js';
import { startWatched } from '../testing/watched.js';

const { es } = TEXTS_IN;

const MOVING = { speedKph: 80, headingDeg: 90 };

let rig: Awaited<ReturnType<typeof startWatched>>;

beforeEach(async () => {
  rig = await startWatched();
});
afterEach(() => rig.stop());

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

describe('a socket', () => {
  it('is refused without a good token, and reads none from its address', async () => {
    const good = rig.harness.token({
      userId: await rig.account('viewer', rig.race.clubId),
      roles: ['viewer'],
      clubId: rig.race.clubId,
    });
    const attempts = [
      rig.open('bad'),
      rig.open(undefined),
      rig.open(undefined, { query: { accessToken: good } }),
    ];
    const refusals = await Promise.all(
      attempts.map(
        (socket) =>
          new Promise((resolve) =>
            socket.on('connect_error', (error) => resolve((error as { data?: unknown }).data)),
          ),
      ),
    );
    expect(refusals).toEqual(Array(3).fill({ statusCode: 401, message: ANSWER_TEXTS.notAuthorized }));
  });

  it('is told no in the language that it asks for', async () => {
    const bad = rig.open(undefined, { auth: { accessToken: 'bad', language: 'es-AR' } });
    const refused = await new Promise((resolve) => bad.on('connect_error', resolve));
    expect(refused).toMatchObject({ message: es.answers.notAuthorized, data: { statusCode: 401 } });
    const { clubId } = rig.race;
    const userId = await rig.account('viewer', clubId);
    const accessToken = rig.harness.token({ userId, roles: ['viewer'], clubId });
    const good = rig.open(undefined, { auth: { accessToken }, extraHeaders: { [LANGUAGE_HEADER]: 'es' } });
    const answer: unknown = await good.emitWithAck(SOCKET_JOIN, { eventId: 777 });
    expect(answer).toEqual({ ok: false, statusCode: 404, message: es.answers.notFound });
  });

  it('gets a snapshot of all that is known, then every message in order', async () => {
    await rig.flag(806);
    await rig.frame(NOW + 5, liveCar(rig.car, { counter: 3 }));
    await until('the first position of the car', () =>
      rig.race
        .as('viewer')
        .get(`/positionRecords/event/${rig.race.eventId}/999`)
        .then(({ body }) => body[0].Lat !== null),
    );
    const viewer = await rig.watching();
    const snapshot = await viewer.next('SNAPSHOT');
    expect(snapshot).toEqual({
      eventId: rig.race.eventId,
      streamId: expect.any(String),
      seq: 0,
      frame: 0,
      serverTime: NOW + 5,
      lapEpoch: 0,
      cars: [
        {
          live: liveCar(rig.car, { counter: 3 }),
          CarNumber: '12',
          Name: 'Carla',
          Surname: 'Bianchi 12',
          UserId: expect.any(Number),
          CategoryId: rig.race.categoryId,
          Category: 'WRC',
          TrackFlag: 806,
          DriverFlag: null,
          LastFlagStatus: 806,
        },
      ],
      takenOff: [],
      alerts: [],
      flags: [expect.objectContaining({ StateId: 806 })],
      sectorFlags: [],
      laps: [],
      notes: [],
      reports: [],
      stops: [],
      reach: null,
      routeChanges: [],
      timersAt: iso(NOW),
      timers: [],
    } satisfies Record<keyof Snapshot, unknown>);

    await rig.flag(803, [rig.car]);
    await stateFacts(rig.harness, sosFact(rig.at(NOW + 1_000)), lapFact(rig.at(NOW + 2_000), 1));
    await viewer.next('UPDATE_COUNTER');
    await viewer.next('DRIVER_ALERT');
    const numbers = viewer.messages.map(({ data }) => ('seq' in data ? data.seq : 0));
    expect(numbers).toEqual([0, 1, 2, 3]);
    expect(new Set(viewer.messages.map(({ data }) => data.streamId)).size).toBe(1);
  });

  it('is given the cars that were taken off in the last hour, where they were heard last', async () => {
    const silent = await rig.race.add('13');
    await rig.race.as('planner').patch('/invitations/authorized', { Invitations: [silent], Authorized: 1 });
    await rig.frame(NOW, liveCar(rig.car, { receivedAt: NOW, stopped: true, lat: 44.7 }));
    await rig.frame(NOW, liveCar(silent, { receivedAt: NOW - 60_001 }));
    await until('the position of the car', async () => {
      const answer = await rig.race.as('viewer').get(`/positionRecords/event/${rig.race.eventId}/999`);
      return (answer.body as { Lat: number | null }[]).every(({ Lat }) => Lat !== null);
    });
    const joining = async (): Promise<Snapshot> => (await rig.watching()).next('SNAPSHOT');
    expect((await joining()).takenOff).toEqual([]);
    const off = { Invitations: [rig.car, silent], Authorized: 0, Confirmed: true };
    await rig.race.as('planner').patch('/invitations/authorized', off).expect(200);
    const live = liveCar(rig.car, { receivedAt: NOW, lat: 44.7, offline: true });
    const grey = [
      {
        live,
        CarNumber: '12',
        Pilot: 'Carla Bianchi 12',
        TakenOffAt: iso(NOW),
        TakenOffBy: { Id: rig.race.userId('planner'), Name: expect.any(String) },
      },
    ];
    expect(await joining()).toMatchObject({ cars: [], takenOff: grey });

    await stateFacts(rig.harness, sosFact(rig.at(NOW + 1_000)));
    const inSos = await joining();
    expect(inSos.cars.map(({ live }) => live)).toMatchObject([{ invitationId: rig.car, sos: true }]);
    expect(inSos.takenOff).toEqual([]);
    await stateFacts(rig.harness, sosClearedFact(rig.at(NOW + 2_000)));
    expect((await joining()).takenOff).toEqual(grey);

    // Longer than the link of somebody who comes back was lost.
    await rig.harness.time.advance(3_599_999);
    expect((await joining()).takenOff).toEqual(grey);
    await rig.harness.time.advance(1);
    expect((await joining()).takenOff).toEqual([]);
  });

  it('is given those of before a start of the api too, from the history of the race', async () => {
    const { race, harness } = rig;
    const silent = await race.add('13');
    const later = await race.add('14');
    const numbered = { Invitations: [silent, later], Authorized: 1 };
    await race.as('planner').patch('/invitations/authorized', numbered).expect(200);
    const fix = (receivedAt: number) => ({ receivedAt, t: receivedAt, lat: 44.7, lng: 8.1, ...MOVING });
    await keepHistory(harness, race.eventId, rig.car, [
      fix(NOW - 59_000),
      fix(NOW - 2_000),
      fix(NOW - 3_000),
    ]);
    await keepHistory(harness, race.eventId, silent, [fix(NOW - 60_010)]);
    await keepHistory(harness, race.eventId, later, [fix(NOW + 59_000)]);
    await stateFacts(harness, lapFact(rig.at(NOW - 5_000), 1));
    const takeOff = (cars: readonly number[]) =>
      race
        .as('planner')
        .patch('/invitations/authorized', { Invitations: cars, Authorized: 0, Confirmed: true })
        .expect(200);
    await takeOff([rig.car, silent]);
    const joining = async (): Promise<Snapshot> => (await rig.watching()).next('SNAPSHOT');
    const told = (await joining()).takenOff;
    expect(told).toMatchObject([{ CarNumber: '12', TakenOffAt: iso(NOW) }]);
    expect(told[0]?.live).toEqual(
      liveCar(rig.car, { ...fix(NOW - 2_000), counter: 1, lastLapMs: null, bestLapMs: null, offline: true }),
    );

    // What this process has seen itself is not looked up.
    await harness.time.advance(60_000);
    await takeOff([later]);
    expect((await joining()).takenOff).toEqual(told);
  });

  it('is told what time it is, also long after the last frame', async () => {
    const rejoin = async (): Promise<number> => (await (await rig.watching()).next('SNAPSHOT')).serverTime;
    await rig.frame(NOW + 5, liveCar(rig.car));
    await rig.harness.time.advance(60_000);
    expect(await rejoin()).toBe(NOW + 60_000);
  });

  it('is told of flags, their confirmation and their end', async () => {
    const viewer = await rig.watching();
    const { body, headers } = await rig.flag(801);
    const { FlagId } = body as { FlagId: number };
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({
      eventId: rig.race.eventId,
      seq: 1,
      action: 'flagSent',
      correlationId: (headers as Record<string, string>)['x-correlation-id'],
      flag: { FlagId, StateId: 801, InvitationsSelected: [], ClearedAt: null },
    });
    await stateFacts(rig.harness, confirmedFact(rig.at(NOW + 1_000), FlagId));
    expect(await viewer.next('FLAG_CONFIRMED')).toEqual({
      eventId: rig.race.eventId,
      streamId: expect.any(String),
      seq: 2,
      FlagId,
      InvitationId: rig.car,
      ConfirmedAt: iso(NOW + 800),
    });
    await stateFacts(rig.harness, sosFact(rig.at(NOW + 2_000)));
    const { alert } = await viewer.next('DRIVER_ALERT');
    await rig.race.as('director').delete(`/flagRecords/event/${rig.race.eventId}`);
    const cleared = await viewer.next('RACE_CONTROL', (data) => data.action === 'flagsCleared');
    expect(cleared).toMatchObject({
      seq: 4,
      clearedAt: iso(NOW),
      alertIds: [alert.AlertId],
      by: { Id: rig.race.userId('director') },
    });
    await rig.flag(808);
    // The SOS ended with the flags: its end is not sent a second time.
    const isGreen = (data: RaceControl) => data.action === 'flagSent' && data.flag.StateId === 808;
    expect(await viewer.next('RACE_CONTROL', isGreen)).toMatchObject({ seq: 5 });
  });

  it('is told what devices have shown and drivers report, once each, and finds it in the snapshot', async () => {
    const viewer = await rig.watching();
    const { body } = await rig.flag(801);
    const { FlagId } = body as { FlagId: number };
    await viewer.next('RACE_CONTROL');
    const [shown, hazard] = [
      shownFact(rig.at(NOW + 1_000), FlagId),
      reportedFact('hazardReported', rig.at(NOW)),
    ];
    await stateFacts(
      rig.harness,
      shown,
      shown,
      hazard,
      hazard,
      reportedFact('okReported', rig.at(NOW + 500)),
    );
    const showing = { InvitationId: rig.car, ShownAt: iso(NOW + 700) };
    const report = {
      Report: 'hazard',
      InvitationId: rig.car,
      CarNumber: '12',
      ReportedAt: iso(NOW - 200),
      StoppedAt: null,
    };
    const ok = { ...report, Report: 'ok', ReportedAt: iso(NOW + 300) };
    await viewer.next('RACE_CONTROL', ({ seq }) => seq === 4);
    const told = viewer.messages.filter(({ type }) => type === 'RACE_CONTROL').map(({ data }) => data);
    expect(told.slice(1)).toMatchObject([
      { seq: 2, action: 'flagShown', FlagId, ...showing },
      { seq: 3, action: 'carReported', report },
      { seq: 4, action: 'carReported', report: ok },
    ]);
    const snapshot = await (await rig.watching()).next('SNAPSHOT');
    expect(snapshot).toMatchObject({ seq: 4, flags: [{ FlagId, Shown: [showing] }], reports: [ok, report] });
  });

  it('is told since when a car stands and what became of the question to its driver, and finds it in the snapshot', async () => {
    const viewer = await rig.watching();
    const [stopped, asked, missed, drivesOn] = stopFacts(rig.at(NOW + 1_000));
    const stoppedAt = NOW + 800;
    const stop = { InvitationId: rig.car, CarNumber: '12', StoppedAt: iso(stoppedAt) };
    const unasked = { ...stop, AskedAt: null, DroveOnAt: null };
    await stateFacts(rig.harness, stopped!);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({ action: 'stopChanged', stop: unasked });
    expect(await (await rig.watching()).next('SNAPSHOT')).toMatchObject({ stops: [unasked] });

    const answer = reportedFact('okReported', rig.at(NOW + 36_000), stoppedAt);
    await stateFacts(rig.harness, asked!, missed!, missed!, answer, drivesOn!);
    await viewer.next('RACE_CONTROL', ({ seq }) => seq === 5);
    const told = viewer.messages.filter(({ type }) => type === 'RACE_CONTROL').map(({ data }) => data);
    expect(told.slice(1)).toMatchObject([
      { action: 'stopChanged', stop: { ...stop, AskedAt: iso(NOW + 1_800) } },
      { action: 'stopChanged', stop: { ...stop, MissedAt: iso(NOW + 32_000) } },
      { action: 'carReported', report: { Report: 'ok', StoppedAt: iso(stoppedAt) } },
      { action: 'stopChanged', stop: { ...stop, DroveOnAt: iso(NOW + 40_800) } },
    ]);
    const snapshot = await (await rig.watching()).next('SNAPSHOT');
    expect(snapshot).toMatchObject({
      stops: [
        {
          ...stop,
          AskedAt: iso(NOW + 1_800),
          AnsweredAt: iso(NOW + 35_800),
          MissedAt: iso(NOW + 32_000),
          DroveOnAt: iso(NOW + 40_800),
        },
      ],
    });
  });

  it('is told of a flag that is withdrawn, with the flags that are left, and who confirms that', async () => {
    const { race, car } = rig;
    const sent = async (body: object): Promise<number> => {
      const answer = await race.as('director').post('/flagRecords', { EventId: race.eventId, ...body });
      return (answer.body as FlagAnswer).FlagId;
    };
    const pointsTrack = [{ Positions: TRACK_LINE }];
    await race.as('planner').put('/circuitRoutes', { eventId: race.eventId, pointsTrack });
    const { secId: SectorId } = await aSector(race.as('planner'), race.eventId, 4);
    const inSector = await sent({ StateId: 806, SectorId });
    const FlagId = await sent({ StateId: 809, InvitationsSelected: [car] });
    const viewer = await rig.watching();
    const sectorFlags = [{ SectorId, FlagId: inSector, StateId: 806 }];
    expect(await viewer.next('SNAPSHOT')).toMatchObject({ sectorFlags });

    await race.as('director').post(`/flagRecords/${FlagId}/withdraw`, {}).expect(200);
    const message = await viewer.next('RACE_CONTROL', ({ action }) => action === 'flagWithdrawn');
    const none = { TrackFlag: null, DriverFlag: null, LastFlagStatus: null };
    expect(message).toMatchObject({
      flag: {
        FlagId,
        Withdrawals: [{ InvitationsSelected: [car], WithdrawnBy: { Name: expect.any(String) } }],
      },
      flags: [
        { ...none, InvitationsSelected: [], LastFlagStatus: 806 },
        { ...none, InvitationsSelected: [car] },
      ],
      sectorFlags,
    });
    const WithdrawalId = 'flag' in message ? (message.flag.Withdrawals[0]?.WithdrawalId ?? 0) : 0;
    await stateFacts(rig.harness, confirmedFact(rig.at(NOW + 1_000), WithdrawalId));
    expect(await viewer.next('FLAG_CONFIRMED')).toMatchObject({ FlagId: WithdrawalId, InvitationId: car });
    await race.as('director').post(`/flagRecords/${inSector}/withdraw`, {});
    const isLast = (data: RaceControl): boolean =>
      data.action === 'flagWithdrawn' && data.flag.FlagId === inSector;
    expect(await viewer.next('RACE_CONTROL', isLast)).toMatchObject({ sectorFlags: [] });
  });

  it('is told of an SOS, who acknowledges it and that it is over', async () => {
    const viewer = await rig.watching();
    await stateFacts(rig.harness, sosFact(rig.at(NOW + 1_000)));
    const { alert, ...numbered } = await viewer.next('DRIVER_ALERT');
    expect(numbered).toMatchObject({ eventId: rig.race.eventId, seq: 1 });
    expect(alert).toMatchObject({
      AlertType: 5,
      InvitationId: rig.car,
      CarNumber: '12',
      Pilot: 'Carla Bianchi 12',
    });
    await rig.race.as('director').post(`/alerts/${alert.AlertId}/acknowledge`);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({
      seq: 2,
      action: 'alertAcknowledged',
      alert: {
        AlertId: alert.AlertId,
        AcknowledgedAt: iso(NOW),
        AcknowledgedBy: { Id: rig.race.userId('director') },
      },
    });
    await stateFacts(rig.harness, sosClearedFact(rig.at(NOW + 2_000)));
    expect(await viewer.next('RACE_CONTROL', ({ action }) => action === 'alertCleared')).toMatchObject({
      seq: 3,
      alert: { AlertId: alert.AlertId, ClearedAt: iso(NOW + 1_800) },
    });
  });

  it('is told of laps and their reset', async () => {
    const viewer = await rig.watching();
    await stateFacts(rig.harness, lapFact(rig.at(NOW + 91_000), 1, { lapTimeMs: 90_123 }));
    expect(await viewer.next('UPDATE_COUNTER')).toEqual({
      eventId: rig.race.eventId,
      streamId: expect.any(String),
      seq: 1,
      InvitationId: rig.car,
      CarNumber: '12',
      LapEpoch: 0,
      Lap: 1,
      lapTimeMs: 90_123,
      crossedAt: iso(NOW + 90_500),
      Counter: 1,
    });
    await rig.race.as('director').put(`/events/resetLaps/${rig.race.eventId}`);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({
      seq: 2,
      action: 'lapsReset',
      lapEpoch: 1,
      beganAt: iso(NOW),
    });
  });

  it('is told of timers, and finds them where it comes again', async () => {
    const viewer = await rig.watching();
    const director = rig.race.as('director');
    const { TimerId } = (await director.post('/timers', { EventId: rig.race.eventId, Title: 'Stage 2' }))
      .body as TimerRow;
    const stands = { TimerId, Title: 'Stage 2', RunningSince: null, ElapsedMs: 0 };
    const told = { eventId: rig.race.eventId, streamId: expect.any(String), action: 'timersChanged' };
    expect(await viewer.next('RACE_CONTROL')).toEqual({
      ...told,
      seq: 1,
      timersAt: iso(NOW),
      timers: [stands],
    });
    await director.put(`/timers/${TimerId}/start`);
    await viewer.next('RACE_CONTROL', ({ seq }) => seq === 2);
    await rig.harness.time.advance(4_000);

    const running = { ...stands, RunningSince: iso(NOW) };
    const newcomer = await rig.watching('director');
    expect(await newcomer.next('SNAPSHOT')).toMatchObject({
      seq: 2,
      timersAt: iso(NOW + 4_000),
      timers: [running],
    });
    await director.put(`/timers/${TimerId}/pause`);
    for (const screen of [viewer, newcomer])
      expect(await screen.next('RACE_CONTROL', ({ seq }) => seq === 3)).toEqual({
        ...told,
        seq: 3,
        timersAt: iso(NOW + 4_000),
        timers: [{ ...stands, ElapsedMs: 4_000 }],
      });
    await director.delete(`/timers/${TimerId}`);
    expect(await viewer.next('RACE_CONTROL', ({ seq }) => seq === 4)).toMatchObject({ timers: [] });
  });

  it('is told that competitors, route or event changed', async () => {
    const viewer = await rig.watching();
    await rig.race.add('13');
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({ seq: 1, action: 'eventChanged' });
  });

  describe('of a race whose map is saved', () => {
    const line = [
      { lat: 44.7, lng: 8.03 },
      { lat: 44.71, lng: 8.03 },
      { lat: 44.7, lng: 8.03 },
    ];
    const MAP = {
      pointsTrack: [{ Positions: line }],
      pointsMetaStart: line[0],
      pointsMetaFinish: line[0],
      pointsBoxes: [...line.slice(0, 2), { lat: 44.7, lng: 8.04 }],
    };
    const save = (changes: object) =>
      rig.race
        .as('planner')
        .post('/events/map', { eventId: rig.race.eventId, ...changes })
        .expect(200);
    const by = () => ({ Id: rig.race.userId('planner'), Name: expect.any(String) });

    it('is told what changed, once a saving, and finds it in the snapshot for an hour', async () => {
      await save(MAP);
      await rig.harness.time.advance(3_600_001);
      const viewer = await rig.watching();
      expect((await viewer.next('SNAPSHOT')).routeChanges).toEqual([]);
      const at = iso(rig.harness.time.now());
      await save({
        trackName: 'Langhe',
        pointsTrack: [{ Positions: [line[0], { lat: 44.709, lng: 8.03 }, line[0]] }],
        pointsMetaStart: { lat: 44.7004, lng: 8.03 },
        pointsMetaFinish: { lat: 44.7004, lng: 8.03 },
        pointsBoxes: null,
      });
      const changed = {
        revision: 9,
        changes: [
          { part: 'finish', change: 'moved', movedM: 44 },
          { part: 'start', change: 'moved', movedM: 44 },
          { part: 'line', beforeKm: 2.22, afterKm: 2 },
          { part: 'boxes', change: 'removed' },
        ],
        at,
        by: by(),
      };
      const { eventId } = rig.race;
      const [first, second] = [
        await viewer.next('RACE_CONTROL', ({ seq }) => seq === 1),
        await viewer.next('RACE_CONTROL', ({ seq }) => seq === 2),
      ];
      const actions = [first.action, second.action].sort();
      expect(actions).toEqual(['eventChanged', 'routeChanged']);
      const { streamId: _, seq: __, ...told } = first.action === 'routeChanged' ? first : second;
      expect(told).toEqual({ eventId, action: 'routeChanged', ...changed });
      expect((await (await rig.watching()).next('SNAPSHOT')).routeChanges).toEqual([changed]);
      await rig.harness.time.advance(3_600_001);
      expect((await (await rig.watching()).next('SNAPSHOT')).routeChanges).toEqual([]);
    });

    it('is not told of what no lap notices, nor of a map from before it was published', async () => {
      await save(MAP);
      const viewer = await rig.watching();
      await viewer.next('SNAPSHOT');
      const drawing = { Positions: [line[0], { lat: 44.72, lng: 8.1 }] };
      await save({ pointsTrack: [...MAP.pointsTrack, drawing] });
      expect(await viewer.next('RACE_CONTROL')).toMatchObject({ seq: 1, action: 'eventChanged' });
      const { body } = await rig.race.as('planner').post('/events', eventBody(rig.race.categoryId));
      const { eveId: eventId } = body as EventAnswer;
      await save({ ...MAP, eventId });
      await save({ ...MAP, eventId, pointsMetaFinish: line[1] });
      await rig.harness.time.advance(1);
      await rig.race.as('planner').put(`/events/publish/${eventId}`).expect(200);
      const other = await rig.watcher();
      await other.ask(SOCKET_JOIN, { eventId });
      expect((await other.next('SNAPSHOT')).routeChanges).toEqual([]);
    });
  });

  it('is told that the event was deleted', async () => {
    const viewer = await rig.watching();
    await rig.race.as('planner').delete(`/events/${rig.race.eventId}`);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({ seq: 1, action: 'eventDeleted' });
  });

  it.each([
    ['one', ['websocket']],
    ['one that began by polling', ['polling', 'websocket']],
  ])('gets frames as JSON, or packed where it asks: %s', async (_, transports) => {
    const plain = await rig.watching('viewer', { transports });
    const packed = await rig.watcher('planner', { transports });
    await packed.ask(SOCKET_JOIN, { eventId: rig.race.eventId, positions: 'packed' });
    await packed.next('SNAPSHOT');
    await rig.frame(NOW + 50, liveCar(rig.car));
    await until('a frame in JSON', async () => {
      await rig.framesGoOut();
      return plain.messages.some(({ type }) => type === 'CHANGE_POSITION');
    });
    const { streamId } = await plain.next('SNAPSHOT');
    const numbered = { eventId: rig.race.eventId, streamId, frame: 1, serverTime: NOW + 50 };
    expect(await plain.next('CHANGE_POSITION')).toEqual({ ...numbered, cars: [liveCar(rig.car)] });
    const { packed: bytes, ...rest } = (await packed.next('CHANGE_POSITION')) as { packed: Uint8Array };
    expect(rest).toEqual(numbered);
    expect(decodeFrame(new Uint8Array(bytes))).toEqual({
      eventId: rig.race.eventId,
      serverTime: NOW + 50,
      cars: [liveCar(rig.car)],
    });
  });

  it('that missed something asks for a snapshot and is in order again', async () => {
    const viewer = await rig.watching();
    await rig.flag(806);
    await viewer.next('RACE_CONTROL');
    viewer.messages.length = 0;
    expect(await viewer.ask(SOCKET_SNAPSHOT, { eventId: rig.race.eventId })).toEqual({ ok: true });
    const snapshot = await viewer.next('SNAPSHOT');
    expect(snapshot.seq).toBe(1);
    expect(snapshot.flags).toHaveLength(1);
    await rig.flag(808);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({ seq: 2, streamId: snapshot.streamId });
  });

  it('finds the last ten messages in a snapshot, however many flags followed them', async () => {
    const say = (Message: string) =>
      rig.race.as('director').post('/flagRecords', {
        StateId: 800,
        EventId: rig.race.eventId,
        InvitationsSelected: [rig.car],
        Message,
      });
    for (let sent = 1; sent <= 11; sent++) await say(`Message ${sent}`);
    for (let sent = 0; sent < 101; sent++) await rig.flag(sent % 2 === 0 ? 806 : 807, [rig.car]);
    const { flags } = await (await rig.watching()).next('SNAPSHOT');
    expect(flags).toHaveLength(110);
    const messages = flags.flatMap(({ StateId, Message }) => (StateId === 800 ? [Message] : []));
    expect(messages).toEqual(Array.from({ length: 10 }, (_, index) => `Message ${11 - index}`));
  });

  it('finds the flags in force in a snapshot, however many followed them, each in its place', async () => {
    await rig.flag(808);
    await rig.flag(802);
    await rig.flag(803, [rig.car]);
    for (let sent = 0; sent < 101; sent++) await rig.flag(sent % 2 === 0 ? 804 : 805, [rig.car]);
    await rig.flag(806, [rig.car]);
    const { flags } = await (await rig.watching()).next('SNAPSHOT');
    expect(flags.slice(100).map(({ StateId }) => StateId)).toEqual([802, 808]);
  });

  it('finds an SOS of hours ago that nobody has acknowledged, and that its car has cleared', async () => {
    await stateFacts(rig.harness, sosFact(rig.at(NOW + 1_000)), sosClearedFact(rig.at(NOW + 2_000)));
    await rig.harness.time.advance(5 * 3_600_000);
    const { alerts } = await (await rig.watching()).next('SNAPSHOT');
    expect(alerts).toMatchObject([
      { InvitationId: rig.car, AcknowledgedBy: null, ClearedAt: expect.any(String), ClearedBy: null },
    ]);
  });

  it('that was cut off joins again and finds what happened meanwhile', async () => {
    const viewer = await rig.watching();
    viewer.socket.io.engine.close();
    await until('the end of the socket', () => viewer.ends[0]);
    await rig.flag(801);
    const again = await rig.watching();
    expect((await again.next('SNAPSHOT')).flags).toEqual([expect.objectContaining({ StateId: 801 })]);
  });

  it('gets nothing more of an event that it left', async () => {
    const viewer = await rig.watching();
    const witness = await rig.watching('director');
    expect(await viewer.ask(SOCKET_LEAVE, { eventId: rig.race.eventId })).toEqual({ ok: true });
    await rig.flag(801);
    await witness.next('RACE_CONTROL');
    expect(viewer.messages.map(({ type }) => type)).toEqual(['SNAPSHOT']);
  });
});
