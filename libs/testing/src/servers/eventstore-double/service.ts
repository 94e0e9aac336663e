import type {
  ServerDuplexStream,
  ServerReadableStream,
  ServerWritableStream,
  sendUnaryData,
} from '@grpc/grpc-js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import {
  accessDenied,
  invalid,
  MAX_APPEND_BYTES,
  notLeader,
  tooLarge,
  tooLate,
  unavailable,
  unsupported,
} from './faults.js';
import type { Fault, Refusal } from './faults.js';
import type { Answer, Entry, Log, Proposed } from './log.js';
import {
  appendAnswer,
  appendTarget,
  batchAnswer,
  batched,
  caughtUpMessage,
  confirmationMessage,
  eventMessage,
  proposed,
  readRequest,
  streamNotFoundMessage,
} from './messages.js';
import type { BatchRefusal, ReadRequest } from './messages.js';

type Reading = ServerWritableStream<ReadReq, ReadResp>;
type Batches = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

const sizeOf = ({ data, metadata }: Proposed): number =>
  Buffer.byteLength(data, 'base64') + Buffer.byteLength(metadata, 'base64');

const isNotLeader = (fault: Fault | null) =>
  typeof fault === 'object' && fault !== null && 'notLeader' in fault;
const isBreaking = (fault: Fault | null) =>
  typeof fault === 'object' && fault !== null && 'breakAppendsAt' in fault;

/** The calls of the service that the client of `libs/event-sourcing` uses. */
export const createService = (log: Log, faultNow: () => Fault | null, newId: () => string) => {
  const subscriptions = new Set<Reading>();
  const batches = new Set<Batches>();
  let sent = 0;
  let answers = 0;
  let unanswered = 0;

  /** Whether a fault has handled the call before anything was done. */
  const refused = (refuse: (refusal: Refusal) => void): boolean => {
    const fault = faultNow();
    if (fault === 'unavailable') refuse(unavailable());
    else if (fault === 'accessDenied') refuse(accessDenied());
    else if (isNotLeader(fault)) refuse(notLeader(fault.notLeader.host, fault.notLeader.port));
    else return fault === 'silent'; // accepts the call only
    return true;
  };

  const append = async (call: ServerReadableStream<AppendReq, AppendResp>): Promise<AppendResp> => {
    let target: ReturnType<typeof appendTarget>;
    const events: Proposed[] = [];
    let bytes = 0;
    for await (const request of call as AsyncIterable<AppendReq>) {
      target ??= appendTarget(request);
      const event = proposed(request);
      if (event === undefined) continue;
      events.push(event);
      bytes += sizeOf(event);
      if (bytes > MAX_APPEND_BYTES) throw tooLarge();
    }
    if (target === undefined || events.length === 0)
      throw invalid('An append names a stream and brings events.');
    const answer = await log.append(target.stream, events, target.expected);
    if (faultNow() === 'deadlineExceeded') throw tooLate();
    return appendAnswer(answer);
  };

  /** What is answered to one append of a stream of them; null if nothing is. */
  const batchedAppend = async (request: BatchAppendReq): Promise<Answer | BatchRefusal | null> => {
    const fault = faultNow();
    if (fault === 'silent') return null;
    if (fault === 'unavailable') return { notReady: 'Server Is Not Ready' };
    if (fault === 'accessDenied') return 'AccessDenied';
    if (isNotLeader(fault)) throw notLeader(fault.notLeader.host, fault.notLeader.port);
    const { stream, expected, events } = batched(request);
    if (events.reduce((bytes, event) => bytes + sizeOf(event), 0) > MAX_APPEND_BYTES)
      return 'MaximumAppendSizeExceeded';
    const answer = await log.append(stream, events, expected);
    answers += 1;
    if (isBreaking(fault) && answers % fault.breakAppendsAt === 0) throw unavailable();
    return faultNow() === 'deadlineExceeded' ? 'Timeout' : answer;
  };

  const appendEach = (call: Batches): void => {
    batches.add(call);
    let waiting = 0;
    let ended = false;
    const endIfDone = (): void => {
      if (ended && waiting === 0 && batches.delete(call)) call.end();
    };
    call.on('cancelled', () => batches.delete(call));
    call.on('end', () => {
      ended = true;
      endIfDone();
    });
    call.on('data', (request: BatchAppendReq) => {
      waiting += 1;
      batchedAppend(request).then(
        (answer) => {
          waiting -= 1;
          if (answer === null || !batches.has(call)) unanswered += 1;
          else call.write(batchAnswer(request, answer, MAX_APPEND_BYTES));
          endIfDone();
        },
        (error: unknown) => {
          unanswered += 1;
          if (batches.delete(call)) call.emit('error', error);
        },
      );
    });
  };

  const send = async (call: Reading, message: ReadResp): Promise<void> => {
    if (call.write(message)) return;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        call.off('drain', goOn).off('cancelled', goOn);
        resolve();
      };
      call.on('drain', goOn).on('cancelled', goOn);
    });
  };

  const read = async (call: Reading, request: ReadRequest & { count: number }): Promise<void> => {
    const { stream, from, backwards, count } = request;
    const entries = stream === null ? log.entries : log.ofStream(stream);
    if (stream !== null && entries.length === 0) {
      call.write(streamNotFoundMessage(stream));
      call.end();
      return;
    }
    const place = (entry: Entry): bigint => (stream === null ? entry.position : BigInt(entry.revision));
    const wanted = entries.filter((entry) =>
      typeof from === 'bigint'
        ? backwards
          ? place(entry) < from
          : place(entry) >= from
        : (from === 'end') === backwards,
    );
    for (const entry of (backwards ? wanted.toReversed() : wanted).slice(0, count)) {
      if (call.cancelled) return;
      await send(call, eventMessage(entry));
    }
    call.end();
  };

  const follow = async (call: Reading, { from, passes }: ReadRequest): Promise<void> => {
    subscriptions.add(call);
    call.on('cancelled', () => subscriptions.delete(call));
    await send(call, confirmationMessage(newId()));
    let next = from === 'start' ? 0 : log.entries.length;
    if (typeof from === 'bigint') {
      const first = log.entries.findIndex(({ position }) => position > from);
      if (first !== -1) next = first;
    }
    let live = false;
    while (subscriptions.has(call)) {
      const entry = log.entries[next];
      if (entry === undefined) {
        if (!live) await send(call, caughtUpMessage());
        live = true;
        await log.after(next);
        continue;
      }
      next += 1;
      if (!passes(entry)) continue;
      sent += 1;
      await send(call, eventMessage(entry));
    }
  };

  const answerRead = async (call: Reading): Promise<void> => {
    const request = readRequest(call.request);
    if (request === undefined) throw invalid('A read needs options.');
    const { count, stream } = request;
    if (faultNow() === 'deadlineExceeded') throw tooLate();
    if (count !== null) await read(call, { ...request, count });
    else if (stream === null) await follow(call, request);
    else throw unsupported('subscriptions to one stream');
  };

  return {
    methods: {
      append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void {
        if (refused((refusal) => answer(refusal))) return;
        append(call).then(
          (response) => answer(null, response),
          (error: unknown) => answer(error as Refusal),
        );
      },
      read(call: Reading): void {
        if (refused((refusal) => call.emit('error', refusal))) return;
        answerRead(call).catch((error: unknown) => call.emit('error', error));
      },
      delete: (_call: unknown, answer: sendUnaryData<never>): void => answer(unsupported('deleting')),
      tombstone: (_call: unknown, answer: sendUnaryData<never>): void => answer(unsupported('deleting')),
      batchAppend: appendEach,
    },
    /** Number of appends that got no answer, as the fault is `silent` or their stream was broken. */
    unansweredAppends: (): number => unanswered,
    sentToSubscriptions: (): number => sent,
    /** Ends every open subscription: with an error, or by closing the stream normally. */
    dropSubscriptions: (how: 'unavailable' | 'ended'): void => {
      for (const call of subscriptions) {
        subscriptions.delete(call);
        if (how === 'ended') call.end();
        else call.emit('error', unavailable());
      }
    },
  };
};
