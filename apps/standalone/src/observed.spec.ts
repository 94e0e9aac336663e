import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { parse } from 'yaml';
import { FLAGS } from '@flagpost/contracts';
import { METRICS, type Metric } from '@flagpost/observability';
import { openTelemetry } from '@flagpost/observability/opentelemetry';
import { loadConfig, lockDataFolder, silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { until } from '@flagpost/testing';
import { standaloneConfig } from './config.js';
import { startStandalone, type Standalone } from './standalone.js';
import { signIn, type Caller } from '@flagpost/race-testing/calls';
import { readMetrics } from '@flagpost/race-testing/metrics-reader';
import {
  categoryIdsOf,
  enterAndPublish,
  makeEvent,
  numbered,
  type Entered,
} from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { watch, type Viewer } from '@flagpost/race-testing/viewer';

/** The real program in this process, with metrics and traces, an event under way and one car that may run. */
const HOUR_MS = 3_600_000;
const course = roundCourse(2_000);
const spans = new InMemorySpanExporter();
let running: Standalone;
let folder: string;
let director: Caller;
let eventId: number;
let car: Entered;
let viewer: Viewer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagpost-observed-'));
  running = await startStandalone({
    config: loadConfig(standaloneConfig, {
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: folder,
      TILE_URL: 'none',
      DEMO_RACE: '0',
    }),
    folder: lockDataFolder(folder),
    clock: systemClock,
    scheduler: systemScheduler,
    ids: systemIds,
    logger: silentLogger,
    tracing: openTelemetry('flagpost-test', new SimpleSpanProcessor({ exporter: spans })),
  });
  const planner = await signIn(running.url, 'planner@flagpost.demo');
  director = await signIn(running.url, 'director@flagpost.demo');
  const categoryIds = await categoryIdsOf(planner, ['Observed']);
  const [startsAt, finishesAt] = [Date.now() - HOUR_MS, Date.now() + HOUR_MS];
  eventId = await makeEvent(planner, { name: 'Observed', startsAt, finishesAt, categoryIds, course });
  [car] = (await enterAndPublish(planner, eventId, categoryIds, [numbered(0)])) as [Entered];
}, 60_000);
afterAll(async () => {
  viewer.leave();
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const scrape = async (): Promise<string> => (await fetch(String(running.metricsUrl))).text();

const figures = (): Promise<Map<string, number>> => readMetrics(String(running.metricsUrl));

/** Scrapes until every one of these series has grown by so much, at least, since `before`. */
const grown = (before: ReadonlyMap<string, number>, by: Readonly<Record<string, number>>) =>
  until(`growth of ${Object.keys(by).join(', ')}`, async () => {
    const now = await figures();
    const stays = Object.entries(by).filter(
      ([series, more]) => !((now.get(series) ?? 0) >= (before.get(series) ?? 0) + more),
    );
    if (stays.length > 0) throw new Error(JSON.stringify(stays));
    return now;
  });

const flag = (StateId: number): Promise<{ status: number }> =>
  director.call('POST', '/flagRecords', { EventId: eventId, StateId, InvitationsSelected: [] });

describe('the metrics of the running program', () => {
  it('are moved by a viewer', async () => {
    const before = await figures();
    viewer = await watch(running.url, director.token, eventId);
    await grown(before, {
      flagpost_socket_viewers: 1,
      flagpost_socket_rooms: 1,
      'flagpost_socket_messages_total{type="SNAPSHOT"}': 1,
      flagpost_socket_sent_bytes_total: 100,
    });
  });

  it('are moved by a fix, at each stage on its way to the viewer', async () => {
    const before = await figures();
    const ages = ['door', 'ingest', 'gateway'].map(
      (stage) => `flagpost_newest_fix_age_seconds{stage="${stage}"}`,
    );
    expect(ages.filter((series) => before.has(series))).toEqual([]);

    const { lat, lng } = course.placeAt(500);
    const body = `${JSON.stringify({ lat, lng, speedKph: 100 })}\nno fix\n${JSON.stringify({ lat: 91, lng })}\n`;
    expect((await fetch(car.doors.positions, { method: 'POST', body })).status).toBe(200);
    const now = await grown(before, {
      flagpost_door_inputs_total: 2,
      'flagpost_door_dropped_total{reason="undecodable"}': 1,
      flagpost_door_batch_inputs_sum: 2,
      flagpost_ingest_inputs_total: 2,
      'flagpost_ingest_dropped_total{reason="invalidCoordinates"}': 1,
      'flagpost_socket_messages_total{type="CHANGE_POSITION"}': 1,
    });
    expect(ages.filter((series) => !now.has(series))).toEqual([]);
    expect(now.get('flagpost_consumer_lag_messages{topic="competitor.positions"}')).toBe(0);
    expect(now.get('flagpost_ingest_partitions')).toBeGreaterThan(0);
    expect(now.get('flagpost_ingest_inputs_total')).toBe(now.get('flagpost_door_inputs_total'));
  });

  it('are moved by a command, done or refused', async () => {
    const before = await figures();
    expect((await flag(FLAGS.yellow)).status).toBe(201);
    expect((await flag(FLAGS.black)).status).toBe(418);
    const now = await grown(before, {
      'flagpost_command_seconds_count{command="sendFlag",outcome="done"}': 1,
      'flagpost_command_seconds_count{command="sendFlag",outcome="refused"}': 1,
      flagpost_append_batch_events_count: 1,
      flagpost_views_wait_seconds_count: 1,
      'flagpost_http_answers_total{status="201"}': 1,
      'flagpost_http_answers_total{status="418"}': 1,
    });
    expect(now.get('flagpost_projection_lag_events{projection="flags"}')).toBe(0);
    expect(now.get('flagpost_late_answers_total')).toBe(0);
  });

  it('tell nothing of a person, a car or an event, and are told at no other port', async () => {
    const text = await scrape();
    const token = car.doors.positions.split('/').at(-1);
    for (const word of [numbered(0).surname, '@', String(token), 'Observed'])
      expect(text).not.toContain(word);
    const allowed = new Set(Object.values<Metric>(METRICS).flatMap(({ labels }) => labels));
    const used = [...text.matchAll(/^flagpost_\w+\{(.*)\}/gm)].flatMap(([, labels = '']) =>
      [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label),
    );
    expect(used.filter((label) => label !== 'le' && !allowed.has(String(label)))).toEqual([]);
    expect(await (await fetch(`${running.url}/metrics`)).text()).not.toContain('# TYPE');
  });
});

describe('a trace', () => {
  const named = (name: string): ReadableSpan[] =>
    spans.getFinishedSpans().filter((span) => span.name === name);
  const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;

  it('goes from a call over its command and its event to the views, and to nobody else', async () => {
    const before = named('command sendFlag').length;
    expect((await flag(FLAGS.green)).status).toBe(201);
    const command = await until('the command', () => named('command sendFlag')[before]);
    const ofCommand = (name: string) =>
      named(name).find((span) => span.spanContext().traceId === command.spanContext().traceId);
    const call = await until('the call', () => ofCommand('POST /api/flagRecords'));
    const append = await until('the append', () => ofCommand('append FlagSent'));
    const view = await until('the view', () => ofCommand('project flags'));

    expect(command.parentSpanContext?.spanId).toBe(idOf(call));
    expect(append.parentSpanContext?.spanId).toBe(idOf(command));
    expect(view.parentSpanContext?.spanId).toBe(idOf(append));
    expect(call.parentSpanContext).toBeUndefined();
    expect(call.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/flagRecords',
      'http.response.status_code': 201,
      'flagpost.correlation_id': expect.any(String),
    });
  });

  it('goes on from the trace of who calls', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    await director.call('GET', `/events/flags/${eventId}`, undefined, { traceparent });
    const call = await until('the call', () => named('GET /api/events/flags/:id')[0]);
    expect([call.spanContext().traceId, call.parentSpanContext?.spanId]).toEqual([
      traceId,
      'b7ad6b7169203331',
    ]);
  });
});

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const withoutMatchers = (expr: string): string => expr.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '');

/** What an expression of PromQL asks for: every name that is no function, no operator and no label. */
const namesIn = (expr: string): string[] => {
  const bare = withoutMatchers(expr).replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return (bare.match(/(?<![\w.])[a-z_]\w*\b(?!\s*\()/gi) ?? []).filter(
    (name) => !['and', 'or', 'unless'].includes(name),
  );
};

const labelsIn = (expr: string): string[] => [
  ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => String(label)),
  ),
  ...[...withoutMatchers(expr).matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(
    ([, inside = '']) => inside.split(',').map((label) => label.trim()),
  ),
];

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

describe('what is asked for', () => {
  const [{ rules }] = (parse(read('deploy/prometheus/alerts.yml')) as { groups: [{ rules: Rule[] }] }).groups;
  const { panels } = JSON.parse(read('deploy/grafana/flagpost.json')) as { panels: Panel[] };
  const asked = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  );
  const section = read('docs/operations.md').split('## What to watch')[1] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)`(.*)$/gm)].map(([, alert, row]) => ({
    alert,
    row: String(row),
  }));
  let told: Set<string>;
  beforeAll(async () => {
    told = new Set(
      [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
        kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    );
  });

  it.each([...asked, ...rules.map(({ alert, expr }): [string, string] => [alert, expr])])(
    'is told by the program: %s, %s',
    (_, expr) => {
      const names = namesIn(expr);
      expect(names).not.toEqual([]);
      expect(names.filter((name) => !told.has(name))).toEqual([]);
      const labels = new Map(Object.values<Metric>(METRICS).map((metric) => [metric.name, metric.labels]));
      const known = names.flatMap((name) => labels.get(name.replace(/_(bucket|sum|count)$/, '')) ?? []);
      expect(labelsIn(expr).filter((label) => ![...known, 'le', 'job', 'instance'].includes(label))).toEqual(
        [],
      );
    },
  );

  it('is all that is measured', () => {
    const names = new Set(
      asked.flatMap(([, expr]) => namesIn(expr)).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    );
    const unseen = Object.values<Metric>(METRICS).filter(({ name }) => !names.has(name));
    expect(unseen.map(({ name }) => name)).toEqual([]);
  });

  it('is ten things in docs/operations.md, which are the rules, with their thresholds', () => {
    expect(rows).toHaveLength(10);
    expect(rows.map(({ alert }) => alert)).toEqual(rules.map(({ alert }) => alert));
    for (const [index, { expr }] of rules.entries()) {
      const row = rows[index]?.row ?? '';
      const numbers = (row.match(/\b\d+(\.\d+)?\b/g) ?? []).map(Number);
      const thresholds = [...withoutMatchers(expr).matchAll(/[<>]\s*([\d.e]+)/g)].map(([, text]) =>
        Number(text),
      );
      expect(thresholds).not.toEqual([]);
      // As so many, per cent, milliseconds or megabytes.
      const missing = thresholds.filter(
        (one) => ![one, one * 100, one * 1_000, one / 1e6].some((as) => numbers.includes(as)),
      );
      expect({ row, missing }).toEqual({ row, missing: [] });
    }
  });

  it('is told, whatever docs/operations.md names', () => {
    const names = [...section.matchAll(/`((?:flagpost|nodejs|process)_\w+[a-z])`/g)].map(([, name]) =>
      String(name),
    );
    expect(names.length).toBeGreaterThanOrEqual(10);
    expect(names.filter((name) => !told.has(name) && !told.has(`${name}_count`))).toEqual([]);
  });
});
