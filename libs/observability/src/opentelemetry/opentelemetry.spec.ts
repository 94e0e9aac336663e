import { beforeEach, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { openTelemetry, type OpenTracing } from './index.js';

let exporter: InMemorySpanExporter;
let tracing: OpenTracing;
beforeEach(() => {
  exporter = new InMemorySpanExporter();
  tracing = openTelemetry('flagpost-test', new SimpleSpanProcessor({ exporter }));
});
const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    trace: span.spanContext().traceId,
    id: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    attributes: span.attributes,
  }));

it('lays what is done inside a span below it, and nothing else', async () => {
  await Promise.all([
    tracing.span('call', {}, () => tracing.span('command', {}, async () => undefined)),
    tracing.span('another', {}, async () => undefined),
  ]);
  const [another, command, call] = ['another', 'command', 'call'].map((name) =>
    spans().find((span) => span.name === name),
  );
  expect(command).toMatchObject({ trace: call?.trace, parent: call?.id });
  expect([call?.parent, another?.parent]).toEqual([undefined, undefined]);
  expect(another?.trace).not.toBe(call?.trace);
});

it('goes on elsewhere from what it is told, and begins anew where that is nothing', async () => {
  const traceparent = await tracing.span('here', {}, async (span) => span.traceparent);
  await tracing.span('there', { traceparent }, async () => undefined);
  await tracing.span(
    'nowhere',
    { traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01` },
    async () => undefined,
  );
  const [here, there, nowhere] = spans();
  expect(there).toMatchObject({ trace: here?.trace, parent: here?.id });
  expect(nowhere?.parent).toBeUndefined();
});

it('passes a failure on and notes its kind, not its words', async () => {
  const failing = tracing.span('call', {}, async (span) => {
    span.rename('GET /clubs');
    span.set({ 'http.response.status_code': 500 });
    throw new TypeError('ada@example.org');
  });
  await expect(failing).rejects.toThrow('ada@example.org');
  expect(spans()[0]).toMatchObject({
    name: 'GET /clubs',
    attributes: { 'error.type': 'TypeError', 'http.response.status_code': 500 },
  });
  expect(
    JSON.stringify(exporter.getFinishedSpans().map(({ events, status }) => [events, status])),
  ).not.toContain('ada');
});
