/**
 * Appends of small events over one stream of calls, `BatchAppend`, at a third of the CPU of a call each.
 *
 * Each append has its own deadline, order and error: an answer names its append, and if the stream breaks, every append
 * that waits is told so at once. Whether it was recorded is then unknown, as after any lost answer.
 */
import {
  AccessDeniedError,
  convertToCommandError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import unpacking from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import utils from '@eventstore/db-client/dist/utils/index.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import service from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js';
import google from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Scheduler, Timer } from '@flagpost/platform';
import type { ExpectedRevision } from '../store.js';
import { CALL_MS } from './connection.js';
import type { Connection } from './connection.js';
import type { Proposed } from './event.js';

interface Waiting {
  /** Name in the store. */
  readonly stream: string;
  readonly deadline: Timer;
  resolve(lastRevision: number): void;
  reject(error: Error): void;
}

/** One stream of calls, to one node. */
interface Line {
  readonly client: StreamsClient;
  readonly call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  /** By the id that names an append and its answer. */
  readonly waiting: Map<string, Waiting>;
}

export interface BatchAppends {
  /**
   * Appends all events or none. `stream` is the name in the store.
   *
   * @returns the revision of the last event.
   * @throws {WrongExpectedVersionError} {MaxAppendSizeExceededError} {Error} with the gRPC status in `code`.
   */
  readonly append: (
    stream: string,
    events: readonly Proposed[],
    expected: ExpectedRevision,
  ) => Promise<number>;
  /** Ends the stream of calls. Appends that wait are rejected. */
  readonly close: () => void;
}

export const createBatchAppends = (
  { nodes, endlessCall }: Connection,
  scheduler: Scheduler,
): BatchAppends => {
  let line: Line | null = null;

  const begin = (client: StreamsClient): Line => {
    const waiting: Line['waiting'] = new Map();
    const call = client.batchAppend(...endlessCall());
    const begun: Line = { client, call, waiting };
    const end = (error: Error): void => {
      if (line === begun) line = null;
      for (const one of waiting.values()) {
        one.deadline.cancel();
        one.reject(error);
      }
      waiting.clear();
    };
    call.on('data', (response: BatchAppendResp) => {
      const id = utils.parseUUID(response.getCorrelationId()) ?? '';
      const one = waiting.get(id);
      if (one === undefined) return; // its deadline has passed
      waiting.delete(id);
      one.deadline.cancel();
      const success = response.getSuccess();
      if (success === undefined) one.reject(refusalOf(response.getError(), one.stream));
      else one.resolve(Number(success.getCurrentRevision()));
    });
    call.on('error', (error: ServiceError) => {
      end(convertToCommandError(error));
      nodes.onError(client, error);
    });
    call.on('end', () => end(coded(status.UNAVAILABLE, 'The server ended the stream of appends.')));
    return begun;
  };

  /** Of the node that is connected now. One to a former node ends when its last append was answered. */
  const current = async (): Promise<Line> => {
    const client = await nodes.clientOf(service.StreamsClient);
    if (line?.client === client) return line;
    line?.call.end();
    return (line = begin(client));
  };

  return {
    async append(stream, events, expected) {
      const { client, call, waiting } = await current();
      const correlation = utils.createUUID();
      const id = utils.parseUUID(correlation);
      return new Promise((resolve, reject) => {
        const deadline = scheduler.after(CALL_MS, () => {
          waiting.delete(id);
          const late = coded(status.DEADLINE_EXCEEDED, 'The append was not answered in time.');
          reject(late);
          nodes.onError(client, late);
        });
        waiting.set(id, { stream, deadline, resolve, reject });
        call.write(messageOf(correlation, stream, events, expected));
      });
    },
    close() {
      line?.call.cancel();
      line = null;
    },
  };
};

/** The whole append as one message. */
const messageOf = (
  correlation: UUID,
  stream: string,
  events: readonly Proposed[],
  expected: ExpectedRevision,
): BatchAppendReq => {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(utils.createStreamIdentifier(stream));
  if (typeof expected === 'number') options.setStreamPosition(String(expected));
  else if (expected === 'noStream') options.setNoStream(new google.Empty());
  else options.setAny(new google.Empty());

  const request = new streams.BatchAppendReq();
  request.setCorrelationId(correlation);
  request.setOptions(options);
  request.setIsFinal(true);
  for (const event of events) {
    const message = new streams.BatchAppendReq.ProposedMessage();
    message.setId(utils.createUUID(event.id));
    message.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
    message.setData(event.data);
    message.setCustomMetadata(event.metadata);
    request.addProposedMessages(message);
  }
  return request;
};

const coded = (code: status, message: string): Error => Object.assign(new Error(message), { code });

/**
 * gRPC statuses of refusals after which the same append may succeed. A node that is not ready, busy or without a leader
 * gives an empty one with a message.
 */
const PASSING: Readonly<Record<string, status>> = {
  'event_store.client.Timeout': status.DEADLINE_EXCEEDED,
  'event_store.client.Unknown': status.UNKNOWN,
  'google.protobuf.Empty': status.UNAVAILABLE,
};
const TOLD_BY_CLASS = [
  WrongExpectedVersionError,
  MaxAppendSizeExceededError,
  AccessDeniedError,
  StreamDeletedError,
];

/** The error that the client throws for the same refusal of a call of its own. */
const refusalOf = (refusal: Status | undefined, stream: string): Error => {
  const type = refusal?.getDetails()?.getTypeName();
  if (refusal === undefined || type === undefined)
    return new Error('The server refused an append without a reason.');
  const told: Error = unpacking.unpackToCommandError(refusal, stream);
  if (TOLD_BY_CLASS.some((each) => told instanceof each)) return told;
  const code = PASSING[type];
  const message =
    refusal.getMessage() === '' ? `The server refused the append: ${type}.` : refusal.getMessage();
  return code === undefined ? new Error(message) : coded(code, message);
};
