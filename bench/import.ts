import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { ImportAnswer, LatLng, PolylinesAnswer } from '@flagpost/contracts';
import { writeCsv, writeXlsx } from '@flagpost/spreadsheets';
import { writeGeoJson, writeGpx, writeKml, type TrackFile } from '@flagpost/track-files';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies } from './frame/measure.ts';
import { makeEvent, signIn, type Caller } from './load/events.ts';
import { flagsTo } from './load/flags.ts';
import { openConnections } from './load/http.ts';
import { startStandalone } from './load/standalone.ts';

const CARS = 20;
/** Between two flags of one clerk. */
const PAUSE_MS = 10;
const GOAL_MS = 50;

const HEADERS = ['Email', 'Name', 'Surname', 'Blood type', 'Category', 'Number', 'Brand', 'Model', 'Phone'];

const listOf = (rows: number): string[][] => [
  HEADERS,
  ...Array.from({ length: rows }, (_, index) => [
    `competitor${index}@list.demo`,
    'Carla',
    `Bianchi ${index}`,
    '0+',
    'Class of List',
    String(index + 1),
    'Belbo',
    'Sedici',
    `+39 555 ${index}`,
  ]),
];

const FILES = [
  ['CSV', 'list.csv', (rows: string[][]) => writeCsv(rows)],
  ['XLSX', 'list.xlsx', (rows: string[][]) => writeXlsx('List', rows)],
] as const;

/** A lap of so many points round a hill. */
const trackOf = (count: number): TrackFile => {
  const line = Array.from({ length: count }, (_, index): LatLng => {
    const turn = (2 * Math.PI * index) / count;
    return {
      lat: 44.4 + 0.05 * Math.sin(turn) + 0.002 * Math.sin(31 * turn),
      lng: 8.2 + 0.05 * Math.cos(turn),
    };
  });
  return { name: 'Hill', lines: [line], start: null, finish: null, boxes: null, pois: [] };
};

const TRACKS = [
  ['KML', 'hill.kml', writeKml],
  ['KMZ', 'hill.kmz', (track: TrackFile) => zipSync({ 'doc.kml': writeKml(track) })],
  ['GPX', 'hill.gpx', writeGpx],
  ['GeoJSON', 'hill.geojson', writeGeoJson],
] as const;
/** One after the other, so that enough flags are sent meanwhile. */
const TRACK_READS = 10;
const TRACK_GOAL_S = 3;

const post = async <T>(url: string, { token }: Caller, form: FormData): Promise<T> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
};

const uploadTrack = (url: string, planner: Caller, eventId: number, file: File): Promise<PolylinesAnswer> => {
  const form = new FormData();
  form.set('EventId', String(eventId));
  form.set('file', file);
  return post(`${url}/api/commonServices/uploadPolylines`, planner, form);
};

const upload = (
  url: string,
  planner: Caller,
  eventId: number,
  file: File,
  preview: boolean,
): Promise<ImportAnswer> => {
  const form = new FormData();
  form.set('EventId', String(eventId));
  form.set('DataWithHeader', 'true');
  form.set('Preview', String(preview));
  form.set('file', file);
  return post(`${url}/api/commonServices/uploadInvitations`, planner, form);
};

/** The flags of one clerk while a list is imported or a track is read, against the same flags and no import. */
export const bench: Bench = async ({ sizes, kinds, compare }) => {
  const [rows = 0] = sizes('rows', [5_000], [24], [200]);
  const [points = 0] = sizes('points', [100_000], [500], [20_000]);
  const [alone = 0] = sizes('flags', [400], [8], [50]);

  /** On a server that has imported nothing yet. */
  const flagsDuring = (work: (url: string, planner: Caller, eventId: number) => Promise<number>) =>
    inFolder(async (folder): Promise<Run> => {
      const data = join(folder, 'data');
      await mkdir(data);
      const server = await startStandalone([data]);
      try {
        const planner = await signIn(server.url, 'planner');
        const { token } = await signIn(server.url, 'director');
        const race = await makeEvent(planner, 'Race', CARS);
        const list = await makeEvent(planner, 'List', 1);
        const connections = await openConnections(server.url, 1);
        const latencies = createLatencies();
        const flag = async (): Promise<void> => {
          const [request] = flagsTo([race], token, 1);
          if (request !== undefined) await connections.sendOver(0, request);
        };
        for (let warm = 0; warm < alone / 4; warm++) await flag();
        let isOver = false;
        const clerk = async (): Promise<void> => {
          do {
            await latencies.time(flag);
            await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          } while (!isOver);
        };
        const [tookS] = await Promise.all([
          work(server.url, planner, list).finally(() => (isOver = true)),
          clerk(),
        ]);
        connections.close();
        return {
          figure: latencies.percentile(0.99),
          also: {
            'p50, ms': latencies.percentile(0.5),
            'slowest, ms': latencies.percentile(1),
            seconds: tookS,
          },
        };
      } finally {
        await server.stop();
      }
    });

  const nothing = async (): Promise<number> => {
    const tookMs = alone * PAUSE_MS;
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    return tookMs / 1_000;
  };

  for (const [kind, name, write] of kinds(FILES)) {
    const file = new File([Buffer.from(write(listOf(rows)))], name);
    const importAll = async (url: string, planner: Caller, eventId: number): Promise<number> => {
      await upload(url, planner, eventId, file, true);
      const startedAt = process.hrtime.bigint();
      const { counts } = await upload(url, planner, eventId, file, false);
      if (counts.new !== rows) throw new Error(`Of ${rows} rows ${counts.new} were imported.`);
      return Number(process.hrtime.bigint() - startedAt) / 1e9;
    };
    await compare({
      what: `${rows} rows, ${kind}`,
      unit: 'p99 of a flag, ms',
      ours: {
        what: 'while the list is previewed and imported; seconds of the import',
        run: () => flagsDuring(importAll),
      },
      theirs: { what: 'no import', run: () => flagsDuring(nothing) },
      limits: [{ atMost: GOAL_MS }],
    });
  }

  for (const [kind, name, write] of kinds(TRACKS)) {
    const file = new File([Buffer.from(write(trackOf(points)))], name);
    const readAll = async (url: string, planner: Caller, eventId: number): Promise<number> => {
      let worst = 0;
      for (let read = 0; read < TRACK_READS; read++) {
        const startedAt = process.hrtime.bigint();
        const answer = await uploadTrack(url, planner, eventId, file);
        if (answer.points !== points) throw new Error(`Of ${points} points ${answer.points} were read.`);
        worst = Math.max(worst, Number(process.hrtime.bigint() - startedAt) / 1e9);
      }
      return worst;
    };
    await compare({
      what: `${points} points, ${kind}`,
      unit: 'p99 of a flag, ms',
      ours: {
        what: `while a track file is read ${TRACK_READS} times; seconds of the slowest, thinned and answered`,
        run: () => flagsDuring(readAll),
      },
      theirs: { what: 'no file', run: () => flagsDuring(nothing) },
      limits: [{ atMost: GOAL_MS }, { of: 'seconds', atMost: TRACK_GOAL_S }],
    });
  }
};
