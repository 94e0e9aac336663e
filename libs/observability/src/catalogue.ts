import type { Clock } from '@flagpost/platform';
import { counter, durations, gauge, sizes } from './metric.js';
import type { Reading } from './metrics.js';

/**
 * The catalogue of Flagpost's own metrics and the only place where their names are defined. Each program also exports
 * prom-client's default metrics of Node, such as `nodejs_eventloop_lag_p99_seconds` and
 * `process_resident_memory_bytes`.
 *
 * Labels: `reason` is a drop reason of the contracts, `topic` a topic, `stage` a `Stage`, `projection` and `command`
 * are named in the code, `outcome` done, refused or failed, `status` an HTTP status, `type` and `why` words of the socket
 * protocol.
 */
export const METRICS = {
  doorInputs: counter('flagpost_door_inputs_total', 'Fixes and signals that the doors have stored.'),
  doorDropped: counter(
    'flagpost_door_dropped_total',
    'Parts of messages that no door could decode.',
    'reason',
  ),
  doorRefused: counter(
    'flagpost_door_refused_total',
    'Requests refused for now: 503 while nothing can be stored, 429 if one token sends too much.',
    'status',
  ),
  doorWaiting: gauge('flagpost_door_waiting_inputs', 'Inputs that are not stored yet.'),
  doorBatch: sizes('flagpost_door_batch_inputs', 'Inputs that the doors stored together.'),

  inboundInputs: counter(
    'flagpost_inbound_inputs_total',
    "Fixes and signals taken from positions.inbound, the topic of others' producers.",
  ),
  inboundDropped: counter(
    'flagpost_inbound_dropped_total',
    'Values of positions.inbound that were not taken; unknownKey: of no car that may send.',
    'reason',
  ),

  ingestInputs: counter('flagpost_ingest_inputs_total', 'Fixes and signals that were read from the topic.'),
  ingestDropped: counter('flagpost_ingest_dropped_total', 'Inputs that changed no live state.', 'reason'),
  ingestHeld: gauge('flagpost_ingest_held_inputs', 'Inputs whose event is not known yet.'),
  ingestPartitions: gauge('flagpost_ingest_partitions', 'Partitions that this process handles.'),
  ingestRestarts: counter('flagpost_ingest_restarts_total', 'Restarts of the pipeline after a failure.'),

  consumerLag: gauge(
    'flagpost_consumer_lag_messages',
    'Messages not yet handled: of competitor.positions and positions.inbound by this process, of race.facts by all.',
    'topic',
  ),
  skippedFacts: counter(
    'flagpost_skipped_facts_total',
    'Laps, SOS and confirmations that can never be recorded: unreadable, of an unknown event, or refused.',
  ),
  deadLetters: counter('flagpost_dead_letters_total', 'Values that could not be decoded.', 'topic'),
  newestFixAge: gauge(
    'flagpost_newest_fix_age_seconds',
    'Time since the door received the newest fix that this stage has seen; none before the first.',
    'stage',
  ),

  viewers: gauge('flagpost_socket_viewers', 'Browsers connected to this process.'),
  rooms: gauge('flagpost_socket_rooms', 'Events with a viewer connected to this process.'),
  messages: counter(
    'flagpost_socket_messages_total',
    'Messages encoded, counted once however many viewers get them; those of type CHANGE_POSITION are the frames.',
    'type',
  ),
  sentBytes: counter(
    'flagpost_socket_sent_bytes_total',
    'Bytes handed to connections of viewers, before WebSocket frames them.',
  ),
  droppedViewers: counter(
    'flagpost_socket_dropped_viewers_total',
    'Connections that this process closed.',
    'why',
  ),

  answers: counter('flagpost_http_answers_total', 'Calls under /api that were answered.', 'status'),
  command: durations(
    'flagpost_command_seconds',
    'From a command to its events on disk: stream read, decided, appended.',
    'command',
    'outcome',
  ),
  viewsWait: durations(
    'flagpost_views_wait_seconds',
    'How long a call then waited until the views included its events.',
  ),
  lateAnswers: counter(
    'flagpost_late_answers_total',
    'Calls answered before the views included their events, with X-Projection-Lag.',
  ),
  projectionLag: gauge(
    'flagpost_projection_lag_events',
    'Events not yet projected; 1000 means 1000 or more.',
    'projection',
  ),
  appendBatch: sizes('flagpost_append_batch_events', 'Events that reached the disk together.'),
} as const;

/**
 * The point at which a fix is observed: stored by a door, taken from another's producer, handled by the race engine, or
 * sent to screens.
 */
export type Stage = 'door' | 'inbound' | 'ingest' | 'gateway';

/** The value of `newestFixAge`: time since the door received the newest fix that this stage has seen, from epoch ms. */
export const ageOf = (stage: Stage, newestAt: number | null, clock: Clock): Reading => ({
  [stage]: newestAt === null ? null : (clock.now() - newestAt) / 1_000,
});
