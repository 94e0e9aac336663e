import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  carOrder,
  carOrders,
  carQuestion,
  DOOR,
  DROP_REASONS,
  FLAG_CODES,
  flagRequest,
  flagWithdrawal,
  withdrawFlagRequest,
  noteRequest,
  positionsExportRequest,
  screenExportRequest,
  joinRequest,
  lapEpoch,
  leaveRequest,
  liveCar,
  liveFrame,
  positionInput,
  postponeRequest,
  raceFact,
  raceGeometry,
  racePresence,
  setupCar,
  setupRecord,
  signal,
  SIGNALS,
  TEST_ANSWERS,
  timerRequest,
  tokenRequest,
  type AlertRow,
  type ChangePosition,
  type CircuitRouteAnswer,
  DISPUTE_REASONS,
  INVITATION_MAIL_STATES,
  selectedRequest,
  type CarReportRow,
  type CheckAnswer,
  type CheckCar,
  type CheckedRow,
  type StopRow,
  type DeviceAnswer,
  type DriveAnswer,
  type DriverInfo,
  type DriverPosition,
  type EventRow,
  type FlagConfirmed,
  type CarFlagsRow,
  type FlagRow,
  type FlagWithdrawalRow,
  type SectorFlagRow,
  type LapRow,
  type MapSettings,
  type NoteRow,
  type PastCarState,
  type PastState,
  type PastStory,
  type ReachRow,
  type PictureRow,
  type RaceControlChange,
  type RaceFact,
  type RouteChange,
  type RouteChangeRow,
  type SectorRow,
  type Snapshot,
  type SnapshotCar,
  type SnapshotTakenOffCar,
  type SocketMessage,
  type TestRow,
  type TimerRow,
} from '@flagpost/contracts';
import { decodeFrame, encodeFrame } from '@flagpost/telemetry';
import { z } from 'zod';

/** docs/wire.md is for readers without our code: it names every field, and its examples are true. */
const page = readFileSync(new URL('../docs/wire.md', import.meta.url), 'utf8');

/** The text below the one heading that ends with `title`, up to the next heading of its level or above. */
const section = (title: string): string => {
  const found = [...page.matchAll(/^(#+) (.*)$/gm)].filter(([, , text]) => text?.endsWith(title) === true);
  const [heading] = found;
  if (heading === undefined || found.length > 1)
    throw new Error(`${found.length} headings end with ${title}`);
  const rest = page.slice(heading.index + heading[0].length);
  const end = rest.search(new RegExp(`^#{1,${heading[1]?.length ?? 1}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
};

const withoutExamples = (text: string): string => text.replace(/^```[^]*?^```$/gm, '');

/** The text between single backticks, split into words. */
const namedIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...withoutExamples(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code?.match(/\w+/g) ?? []),
  );

const missingIn = (title: string, names: readonly string[]): string[] => {
  const named = namedIn(section(title));
  return names.filter((name) => !named.has(name));
};

/** Bodies of the fenced blocks with this info string. */
const examples = (info: string): string[] =>
  [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].flatMap(([, given, body]) =>
    given === info && body !== undefined ? [body] : [],
  );

const fieldsOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape);
const facts = raceFact.options.map((fact) => [fact.shape.type.value, fieldsOf(fact)] as const);

const changePosition = z.strictObject({
  type: z.literal('CHANGE_POSITION'),
  data: z.strictObject({
    eventId: z.number().int(),
    streamId: z.string(),
    frame: z.number().int(),
    serverTime: z.number(),
    cars: z.array(liveCar.strict()),
  }) satisfies z.ZodType<ChangePosition>,
});

/** All keys of a type, checked by the compiler. */
const keysOf = <T>(keys: Record<T extends unknown ? keyof T : never, true>): string[] => Object.keys(keys);

const rows: [string, string[]][] = [
  [
    'Snapshot',
    keysOf<Snapshot>({
      eventId: true,
      streamId: true,
      seq: true,
      frame: true,
      serverTime: true,
      lapEpoch: true,
      cars: true,
      takenOff: true,
      alerts: true,
      flags: true,
      sectorFlags: true,
      laps: true,
      notes: true,
      reports: true,
      stops: true,
      reach: true,
      routeChanges: true,
      timersAt: true,
      timers: true,
    }),
  ],
  [
    'Snapshot car',
    keysOf<SnapshotCar>({
      live: true,
      CarNumber: true,
      Name: true,
      Surname: true,
      UserId: true,
      CategoryId: true,
      Category: true,
      TrackFlag: true,
      DriverFlag: true,
      LastFlagStatus: true,
    }),
  ],
  ['Route change', keysOf<RouteChangeRow>({ revision: true, changes: true, at: true, by: true })],
  [
    'Route change',
    keysOf<RouteChange>({
      part: true,
      beforeKm: true,
      afterKm: true,
      change: true,
      movedM: true,
      from: true,
    }),
  ],
  [
    'Route change',
    Object.keys({ line: true, start: true, finish: true, boxes: true, timing: true } satisfies Record<
      RouteChange['part'],
      true
    >),
  ],
  [
    'Snapshot car taken off',
    keysOf<SnapshotTakenOffCar>({
      live: true,
      CarNumber: true,
      Pilot: true,
      TakenOffAt: true,
      TakenOffBy: true,
    }),
  ],
  [
    'Alert row',
    keysOf<AlertRow>({
      AlertId: true,
      AlertType: true,
      InvitationId: true,
      CarNumber: true,
      Pilot: true,
      RaisedAt: true,
      SpeedBefore: true,
      AcknowledgedAt: true,
      AcknowledgedBy: true,
      ClearedBy: true,
      ClearedAt: true,
    }),
  ],
  [
    'Flag row',
    keysOf<FlagRow>({
      FlagId: true,
      StateId: true,
      Message: true,
      InvitationsSelected: true,
      SectorId: true,
      SectorImg: true,
      SanctionedDriver: true,
      SentAt: true,
      SentBy: true,
      Shown: true,
      Confirmed: true,
      Withdrawals: true,
      ClearedAt: true,
      ClearedBy: true,
    }),
  ],
  [
    'Flag withdrawal row',
    keysOf<FlagWithdrawalRow>({
      WithdrawalId: true,
      InvitationsSelected: true,
      WithdrawnAt: true,
      WithdrawnBy: true,
      Shown: true,
      Confirmed: true,
    }),
  ],
  ['Sector flag row', keysOf<SectorFlagRow>({ SectorId: true, FlagId: true, StateId: true })],
  [
    'Car flags row',
    keysOf<CarFlagsRow>({
      InvitationsSelected: true,
      TrackFlag: true,
      DriverFlag: true,
      LastFlagStatus: true,
    }),
  ],
  [
    'Lap row',
    keysOf<LapRow>({
      InvitationId: true,
      CarNumber: true,
      LapEpoch: true,
      Lap: true,
      lapTimeMs: true,
      crossedAt: true,
    }),
  ],
  [
    'Event',
    keysOf<EventRow>({
      EventId: true,
      Name: true,
      Start: true,
      Finish: true,
      TimeZone: true,
      ClubId: true,
      ClubName: true,
      Localization: true,
      Country: true,
      Invited: true,
      Authorized: true,
      Schedules: true,
      State: true,
      CircuitName: true,
      Ready: true,
    }),
  ],
  [
    'Car position',
    keysOf<DriverPosition>({
      InvitationId: true,
      UserId: true,
      CategoryId: true,
      Category: true,
      Name: true,
      Surname: true,
      CarNumber: true,
      Counter: true,
      PositionId: true,
      Lat: true,
      Lng: true,
      LatPP: true,
      LngPP: true,
      Speed: true,
      LastAlertType: true,
      LastFlagStatus: true,
      TrackFlag: true,
      DriverFlag: true,
      Offline: true,
      Stopped: true,
      lastUpdate: true,
      Adddate: true,
    }),
  ],
  [
    'Driver',
    keysOf<DriverInfo>({
      CarNumber: true,
      Car: true,
      Pilot: true,
      DriverGrupoSanguineo: true,
      Copilot: true,
      CodriverGrupoSanguineo: true,
      Category: true,
      Counter: true,
    }),
  ],
  [
    'Sector',
    keysOf<SectorRow>({
      secId: true,
      secNumber: true,
      secPicpath: true,
      Kms: true,
      traId: true,
      From: true,
      To: true,
      OffM: true,
    }),
  ],
  ['Imagery', keysOf<MapSettings>({ tileUrl: true, nativeZoom: true, attribution: true })],
  [
    'Route',
    keysOf<CircuitRouteAnswer | CircuitRouteAnswer['track']>({
      track: true,
      gmt: true,
      routes: true,
      mapPosition: true,
      name: true,
      pointsTrack: true,
      pointsMetaStart: true,
      pointsMetaFinish: true,
      pointsBoxes: true,
      kilometres: true,
      revision: true,
      savedAt: true,
      savedBy: true,
    }),
  ],
  [
    'Why a fix is dropped',
    keysOf<DeviceAnswer>({ hasToken: true, heardAt: true, droppedAt: true, droppedReason: true }),
  ],
  [
    'Invitation by its link',
    [
      ...DISPUTE_REASONS,
      ...keysOf<DriveAnswer>({
        StatusId: true,
        Ended: true,
        Disputed: true,
        EventName: true,
        ClubName: true,
        CircuitName: true,
        City: true,
        Start: true,
        Finish: true,
        TimeZone: true,
        Name: true,
        Surname: true,
        CarNumber: true,
        Category: true,
        Brand: true,
        Model: true,
        Contact: true,
      }),
    ],
  ],
  [
    'Car report row',
    keysOf<CarReportRow>({
      Report: true,
      InvitationId: true,
      CarNumber: true,
      ReportedAt: true,
      StoppedAt: true,
    }),
  ],
  [
    'Stop row',
    keysOf<StopRow>({
      InvitationId: true,
      CarNumber: true,
      StoppedAt: true,
      AskedAt: true,
      AnsweredAt: true,
      MissedAt: true,
      DroveOnAt: true,
    }),
  ],
  ['Reach row', keysOf<ReachRow>({ InvitationId: true, Reachable: true, Since: true })],
  [
    'Check car',
    keysOf<CheckCar>({
      InvitationId: true,
      CarNumber: true,
      Driver: true,
      Category: true,
      Authorized: true,
      HasDevice: true,
      HeardAt: true,
      AccuracyM: true,
      Battery: true,
      ClockMs: true,
      App: true,
      ShowsFlags: true,
      TestShownAt: true,
      TestConfirmedAt: true,
    }),
  ],
  [
    'Check',
    keysOf<CheckAnswer>({ Now: true, EventName: true, Past: true, Test: true, Checked: true, Cars: true }),
  ],
  ['Check', keysOf<TestRow>({ TestId: true, SentAt: true, SentBy: true, Cars: true })],
  ['Check', keysOf<CheckedRow>({ CheckedAt: true, CheckedBy: true, Cars: true, Well: true })],
  ['Picture row', keysOf<PictureRow>({ PictureId: true, TakenAt: true, TakenBy: true })],
  ['Note row', keysOf<NoteRow>({ NoteId: true, Text: true, WrittenAt: true, WrittenBy: true })],
  [
    'The past of a race',
    keysOf<PastState>({
      eventId: true,
      source: true,
      truth: true,
      isPublished: true,
      instant: true,
      lapEpoch: true,
      cars: true,
      flags: true,
      sectorFlags: true,
      alerts: true,
    }),
  ],
  [
    'The past of a race',
    keysOf<PastStory>({
      eventId: true,
      source: true,
      from: true,
      to: true,
      publishedFrom: true,
      screens: true,
      positionsDeleted: true,
      cars: true,
      flags: true,
      alerts: true,
      notes: true,
      reports: true,
      boards: true,
      resets: true,
      laps: true,
      silences: true,
      stops: true,
      questions: true,
      alertsReceived: true,
      confirmationsReceived: true,
      showingsReceived: true,
      reportsReceived: true,
      stopsReceived: true,
    }),
  ],
  [
    'PastCarState',
    keysOf<PastCarState>({
      InvitationId: true,
      CarNumber: true,
      Name: true,
      Surname: true,
      UserId: true,
      CategoryId: true,
      Category: true,
      live: true,
      TrackFlag: true,
      DriverFlag: true,
      LastFlagStatus: true,
      look: true,
    }),
  ],
  ['Timer row', keysOf<TimerRow>({ TimerId: true, Title: true, RunningSince: true, ElapsedMs: true })],
  [
    'What the server says',
    keysOf<FlagConfirmed | ChangePosition>({
      eventId: true,
      streamId: true,
      seq: true,
      frame: true,
      serverTime: true,
      cars: true,
      packed: true,
      FlagId: true,
      InvitationId: true,
      ConfirmedAt: true,
    }),
  ],
  [
    'What the server says',
    Object.keys({
      CHANGE_POSITION: true,
      DRIVER_ALERT: true,
      UPDATE_COUNTER: true,
      FLAG_CONFIRMED: true,
      RACE_CONTROL: true,
      SNAPSHOT: true,
    } satisfies Record<SocketMessage['type'], true>),
  ],
  [
    'Race control',
    Object.keys({
      flagSent: true,
      flagWithdrawn: true,
      flagsCleared: true,
      alertAcknowledged: true,
      alertCleared: true,
      lapsReset: true,
      noteWritten: true,
      flagShown: true,
      carReported: true,
      stopChanged: true,
      reachChanged: true,
      timersChanged: true,
      eventChanged: true,
      eventDeleted: true,
      carsTakenOff: true,
      routeChanged: true,
    } satisfies Record<RaceControlChange['action'], true>),
  ],
  [
    'Race control',
    keysOf<RaceControlChange>({
      action: true,
      flag: true,
      flags: true,
      sectorFlags: true,
      correlationId: true,
      clearedAt: true,
      alertIds: true,
      by: true,
      alert: true,
      lapEpoch: true,
      beganAt: true,
      note: true,
      FlagId: true,
      InvitationId: true,
      ShownAt: true,
      report: true,
      stop: true,
      reach: true,
      timersAt: true,
      timers: true,
      cars: true,
      at: true,
      revision: true,
      changes: true,
    }),
  ],
];

describe('docs/wire.md', () => {
  it.each([
    ['Positions', fieldsOf(positionInput.omit({ receivedAt: true }))],
    ['positionInput', fieldsOf(positionInput)],
    ['positionLine', [...fieldsOf(positionInput), 'unknownKey', 'tooMany']],
    ['Signals', [...fieldsOf(signal), ...SIGNALS]],
    ['raceSetup', [...fieldsOf(setupRecord), ...fieldsOf(lapEpoch)]],
    ['raceGeometry', [...fieldsOf(raceGeometry)]],
    ['setupCar', fieldsOf(setupCar)],
    ['liveFrame', fieldsOf(liveFrame)],
    ['liveCar', fieldsOf(liveCar)],
    ['racePresence', fieldsOf(racePresence)],
    ['joinRequest', [...fieldsOf(joinRequest), ...joinRequest.shape.positions.unwrap().options]],
    ['What a client emits', [...fieldsOf(leaveRequest), ...fieldsOf(tokenRequest)]],
    ['postponeRequest', fieldsOf(postponeRequest)],
    ['selectedRequest', [...fieldsOf(selectedRequest.out), ...INVITATION_MAIL_STATES]],
    ['flagRequest', fieldsOf(flagRequest)],
    ['flagWithdrawal', [...fieldsOf(flagWithdrawal), 'Outcome', 'withdrawn', 'sent', 'pending']],
    ['What a device shows', ['testId', ...TEST_ANSWERS]],
    ['What a device shows', ['id', ...fieldsOf(carOrders), ...fieldsOf(carOrder), ...fieldsOf(carQuestion)]],
    ['withdrawFlagRequest', fieldsOf(withdrawFlagRequest)],
    ['noteRequest', fieldsOf(noteRequest)],
    ['timerRequest', fieldsOf(timerRequest)],
    ['positionsExportRequest', fieldsOf(positionsExportRequest)],
    ['screenExportRequest', fieldsOf(screenExportRequest)],
    ...facts.map(([type, fields]): [string, string[]] => ['raceFact', [type, ...fields]]),
    ...rows,
  ])('names under %s every field and value: %j', (title, names) => {
    expect(missingIn(title, names)).toEqual([]);
  });

  it('says what every reason is for which a fix is dropped', () => {
    const [, table = ''] = section('Why a fix is dropped').split('| reason ');
    const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, reason]) => reason);
    expect(listed.sort()).toEqual([...DROP_REASONS].sort());
  });

  it('names the calls that need no sign-in', () => {
    const calls = [
      ...readFileSync(new URL('../docs/permissions.md', import.meta.url), 'utf8').matchAll(
        /^\| `(\w+) \/(\w+)([^`]*)` +\|[^|]*\|[^|]*\| (\w+)/gm,
      ),
    ].map(([, method, area, path, answer]) => ({ method, area, path, isOpen: answer === '2xx' }));
    const areas = new Set(calls.filter(({ isOpen }) => isOpen).map(({ area }) => area));
    const closed = calls
      .filter(({ area, isOpen }) => areas.has(area) && !isOpen)
      .map(({ method, area, path }) => `${method} /api/${area}${path}`);
    const [, open = '', but = ''] =
      /All calls want ([^]*?), and the documentation\.\s+(.*) need one too\.$/m.exec(section('Signing in')) ??
      [];
    expect(new Set([...open.matchAll(/\/api\/(\w+)/g)].map(([, area]) => area))).toEqual(areas);
    expect([...but.matchAll(/`(.*?)`/g)].map(([, call]) => call).sort()).toEqual(closed.sort());
  });

  it('says how old what is known of a device may be', () => {
    const [noted, reported] = [DOOR.notedEveryMs / 1_000, DOOR.reportedEveryMs / 1_000];
    expect(section('Why a fix is dropped')).toContain(`at most some ${noted} s old`);
    expect(section('Check car')).toContain(`at most some ${reported} s old, and ${noted} s`);
  });

  it('names every flag', () => {
    const codes = new Set<string>(section('Flags').match(/\d{3}/g));
    expect(FLAG_CODES.filter((code) => !codes.has(String(code)))).toEqual([]);
  });

  it.each([
    ['signal', signal.strict()],
    ['carOrders', carOrders.extend({ id: z.string(), unconfirmed: z.array(carOrder.strict()) }).strict()],
    ['positionInput', positionInput.strict()],
    ['positionLine', positionInput.omit({ receivedAt: true }).strict()],
    ['raceSetup', setupRecord.extend({ cars: z.array(setupCar.strict()) }).strict()],
    ['raceGeometry', raceGeometry.strict()],
    ['liveFrame', liveFrame.extend({ cars: z.array(liveCar.strict()) }).strict()],
    ['racePresence', racePresence.strict()],
    ['joinRequest', joinRequest.strict()],
    ['postponeRequest', postponeRequest],
    ['flagRequest', flagRequest.strict()],
    ['flagWithdrawal', flagWithdrawal.strict()],
    ['withdrawFlagRequest', withdrawFlagRequest.strict()],
    ['noteRequest', noteRequest.strict()],
    ['timerRequest', timerRequest.strict()],
    ['positionsExportRequest', positionsExportRequest.strict()],
    ['screenExportRequest', screenExportRequest.strict()],
    ['changePosition', changePosition],
  ])('gives an example of %s that is one', (info, schema) => {
    const found = examples(`json ${info}`);
    expect(found).toHaveLength(1);
    for (const text of found) expect(() => schema.parse(JSON.parse(text))).not.toThrow();
  });

  it('gives an example of every fact', () => {
    const given = examples('json raceFact').map((text): RaceFact => {
      const value: unknown = JSON.parse(text);
      const fact = raceFact.parse(value);
      // Nothing was left out by the schema: all that is shown is a field of the fact.
      expect(value).toEqual(fact);
      return fact;
    });
    expect(given.map(({ type }) => type)).toEqual(facts.map(([type]) => type));
  });

  it('gives NDJSON whose lines are inputs', () => {
    const lines = examples('ndjson').flatMap((text) => text.trimEnd().split('\n'));
    expect(lines.length).toBeGreaterThan(1);
    const line = positionInput.omit({ receivedAt: true }).extend({ signal: signal.strict().optional() });
    for (const text of lines) expect(() => line.strict().parse(JSON.parse(text))).not.toThrow();
  });

  it('prints a packed frame that says what stands beside it', () => {
    const [hex, ...moreHex] = examples('hex');
    const [json, ...moreJson] = examples('json packed');
    expect([...moreHex, ...moreJson]).toEqual([]);
    const bytes = Uint8Array.from(hex?.trim().split(/\s+/) ?? [], (byte) => Number.parseInt(byte, 16));
    const frame: unknown = JSON.parse(json ?? '');
    expect(decodeFrame(bytes)).toEqual(frame);
    expect(encodeFrame(liveFrame.parse(frame))).toEqual(bytes);
  });
});
