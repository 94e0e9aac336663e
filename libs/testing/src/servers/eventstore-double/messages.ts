/** Converts messages of the client's service definitions. */
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import google from 'google-protobuf/google/protobuf/empty_pb.js';
import type { ExpectedRevision } from '@flagpost/event-sourcing';
import type { Answer, Entry, Proposed } from './log.js';

const { Empty, StreamIdentifier, UUID } = shared;
const TICKS_PER_MS = 10_000n;

const identifier = (stream: string) => {
  const message = new StreamIdentifier();
  message.setStreamName(Buffer.from(stream).toString('base64'));
  return message;
};

const nameOf = (message: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(message?.getStreamName_asU8() ?? []).toString();

export const eventMessage = (entry: Entry): ReadResp => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new UUID();
  id.setString(entry.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(identifier(entry.stream));
  recorded.setStreamRevision(String(entry.revision));
  recorded.setCommitPosition(String(entry.position));
  recorded.setPreparePosition(String(entry.position));
  recorded.setData(entry.data);
  recorded.setCustomMetadata(entry.metadata);
  const metadata = recorded.getMetadataMap();
  metadata.set('type', entry.type);
  metadata.set('created', String(BigInt(entry.created) * TICKS_PER_MS));
  metadata.set('content-type', entry.contentType);
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(entry.position));
  const response = new streams.ReadResp();
  response.setEvent(event);
  return response;
};

export const streamNotFoundMessage = (stream: string): ReadResp => {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifier(stream));
  const response = new streams.ReadResp();
  response.setStreamNotFound(missing);
  return response;
};

export const confirmationMessage = (id: string): ReadResp => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const response = new streams.ReadResp();
  response.setConfirmation(confirmation);
  return response;
};

export const caughtUpMessage = (): ReadResp => {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
};

export const appendTarget = (
  request: AppendReq,
): { stream: string; expected: ExpectedRevision } | undefined => {
  const options = request.getOptions();
  if (options === undefined) return undefined;
  const expected = options.hasRevision()
    ? Number(options.getRevision())
    : options.hasNoStream()
      ? 'noStream'
      : 'any';
  return { stream: nameOf(options.getStreamIdentifier()), expected };
};

export const proposed = (request: AppendReq): Proposed | undefined => {
  const message = request.getProposedMessage();
  if (message === undefined) return undefined;
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: message.getData_asB64(),
    metadata: message.getCustomMetadata_asB64(),
  };
};

export const appendAnswer = (answer: Answer): AppendResp => {
  const response = new streams.AppendResp();
  if (answer.conflict) {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (answer.actual === -1) wrong.setCurrentNoStream(new Empty());
    else wrong.setCurrentRevision(String(answer.actual));
    response.setWrongExpectedVersion(wrong);
    return response;
  }
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(answer.last.position));
  position.setPreparePosition(String(answer.last.position));
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(answer.last.revision));
  success.setPosition(position);
  response.setSuccess(success);
  return response;
};

/** One append of a stream of them; the double expects each as one message. */
export const batched = (request: BatchAppendReq) => {
  const options = request.getOptions();
  const expected: ExpectedRevision =
    options?.hasStreamPosition() === true
      ? Number(options.getStreamPosition())
      : options?.hasNoStream() === true
        ? 'noStream'
        : 'any';
  const events = request.getProposedMessagesList().map((message): Proposed => {
    const metadata = message.getMetadataMap();
    return {
      id: message.getId()?.getString() ?? '',
      type: metadata.get('type') ?? '',
      contentType: metadata.get('content-type') ?? '',
      data: message.getData_asB64(),
      metadata: message.getCustomMetadata_asB64(),
    };
  });
  return { stream: nameOf(options?.getStreamIdentifier()), expected, events };
};

/** Refusals of an append in a stream of them, by the names that the client knows; the others leave the stream whole too. */
export type BatchRefusal =
  'AccessDenied' | 'Timeout' | 'MaximumAppendSizeExceeded' | { readonly notReady: string };

const refusalMessage = (
  type: string,
  message: { serializeBinary(): Uint8Array },
  text = '',
): InstanceType<typeof statuses.Status> => {
  const details = new any.Any();
  details.pack(message.serializeBinary(), type);
  const refusal = new statuses.Status();
  refusal.setMessage(text);
  refusal.setDetails(details);
  return refusal;
};

const batchRefusal = (refusal: BatchRefusal, maxAppendSize: number) => {
  if (typeof refusal === 'object')
    return refusalMessage('google.protobuf.Empty', new google.Empty(), refusal.notReady);
  const message = new shared[refusal]();
  if (message instanceof shared.MaximumAppendSizeExceeded) message.setMaxappendsize(maxAppendSize);
  return refusalMessage(`event_store.client.${refusal}`, message);
};

export const batchAnswer = (
  request: BatchAppendReq,
  answer: Answer | BatchRefusal,
  maxAppendSize: number,
): BatchAppendResp => {
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(request.getCorrelationId());
  response.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  if (typeof answer === 'string' || 'notReady' in answer) {
    response.setError(batchRefusal(answer, maxAppendSize));
  } else if (answer.conflict) {
    const wrong = new shared.WrongExpectedVersion();
    if (answer.actual === -1) wrong.setCurrentNoStream(new google.Empty());
    else wrong.setCurrentStreamRevision(String(answer.actual));
    response.setError(refusalMessage('event_store.client.WrongExpectedVersion', wrong));
  } else {
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(answer.last.revision));
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(answer.last.position));
    position.setPreparePosition(String(answer.last.position));
    success.setPosition(position);
    response.setSuccess(success);
  }
  return response;
};

/** A node as the cluster tells of it. */
export interface Member {
  readonly host: string;
  readonly port: number;
  readonly isLeader: boolean;
  readonly isAlive: boolean;
}

export const clusterMessage = (members: readonly Member[]): ClusterInfo => {
  const { FOLLOWER, LEADER } = gossip.MemberInfo.VNodeState;
  const info = new gossip.ClusterInfo();
  info.setMembersList(
    members.map(({ host, port, isLeader, isAlive }) => {
      const address = new gossip.EndPoint();
      address.setAddress(host);
      address.setPort(port);
      const member = new gossip.MemberInfo();
      member.setHttpEndPoint(address);
      member.setState(isLeader ? LEADER : FOLLOWER);
      member.setIsAlive(isAlive);
      return member;
    }),
  );
  return info;
};

export interface ReadRequest {
  /** Null for all streams. */
  readonly stream: string | null;
  /** A revision, or a position of all streams. */
  readonly from: bigint | 'start' | 'end';
  readonly backwards: boolean;
  /** Null for a subscription. */
  readonly count: number | null;
  /** Which entries the server sends. */
  readonly passes: (entry: Entry) => boolean;
}

export const readRequest = (request: ReadReq): ReadRequest | undefined => {
  const options = request.getOptions();
  if (options === undefined) return undefined;
  const one = options.getStream();
  const all = options.getAll();
  const asked = one?.hasRevision() === true ? one.getRevision() : all?.getPosition()?.getCommitPosition();
  const atEnd = one?.hasEnd() === true || all?.hasEnd() === true;
  return {
    stream: one === undefined ? null : nameOf(one.getStreamIdentifier()),
    from: asked === undefined ? (atEnd ? 'end' : 'start') : BigInt(asked),
    backwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    count: options.hasSubscription() ? null : Number(options.getCount()),
    passes: filterOf(options.getFilter()),
  };
};

const filterOf = (filter: ReadReq.Options.FilterOptions | undefined): ReadRequest['passes'] => {
  if (filter === undefined) return () => true;
  const byName = filter.getStreamIdentifier();
  const expression = byName ?? filter.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() ?? '', 'u');
  return (entry) => {
    const text = byName === undefined ? entry.type : entry.stream;
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text);
  };
};
