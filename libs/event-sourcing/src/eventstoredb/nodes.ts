import {
  CancelledError,
  convertToCommandError,
  DeadlineExceededError,
  LEADER,
  NotLeaderError,
  UnavailableError,
} from '@eventstore/db-client';
import type { EndPoint } from '@eventstore/db-client';
import { discoverEndpoint } from '@eventstore/db-client/dist/Client/discovery.js';
import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import service from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { Channel, connectivityState, Metadata } from '@grpc/grpc-js';
import type { ChannelCredentials, ChannelOptions, Client } from '@grpc/grpc-js';
import type { Scheduler } from '@flagpost/platform';
import { credentialsOf } from './tls.js';

/**
 * A node that stops without closing its connections is left after this interval and timeout together, in milliseconds:
 * a ping goes out after the interval, also while a call waits, and must be answered within the timeout.
 */
const PING_EVERY_MS = 1_000;
const PING_ANSWERED_MS = 2_000;
/** Ms in which a connection must be made: a stopped node's kernel accepts it, and nothing answers. */
const CONNECTED_MS = 2_000;
/** Seconds in which a node must tell the members of its cluster. */
const GOSSIP_S = 2;
/** How often all nodes are asked for their members before a call fails; calls are repeated. */
const ROUNDS_OF_GOSSIP = 3;
/** As the database's other clients: an event that was written by them or by a projection may be larger than ours. */
const LARGEST_RECEIVED = 17 * 1024 * 1024;

type ClientClass<C extends Client> = new (...parameters: ConstructorParameters<typeof Client>) => C;

/** The connection to one node at a time: the leader of a cluster. */
export interface Nodes {
  /** A client of one service at the node; connects if there is no connection. @throws {Error} if that fails. */
  readonly clientOf: <C extends Client>(service: ClientClass<C>) => Promise<C>;
  /** Leaves the node if this error of a call says that another one, or a new connection, is needed. */
  readonly onError: (client: Client, error: Error) => void;
  readonly close: () => void;
}

interface Connected {
  readonly node: EndPoint;
  readonly channel: Channel;
  readonly clients: Map<unknown, Client>;
}

/**
 * Used instead of the client's own: with that a stopped leader held calls for 14 s, TLS to an address by IP failed, and
 * a failed discovery while calls failed left a rejection unhandled.
 *
 * @throws {Error} if the options name a file that does not exist.
 */
export const createNodes = (options: ConnectionOptions, scheduler: Scheduler): Nodes => {
  const credentials = credentialsOf(options);
  const channelOptions: ChannelOptions = {
    'grpc.keepalive_time_ms': options.keepAliveInterval ?? PING_EVERY_MS,
    'grpc.keepalive_timeout_ms': options.keepAliveTimeout ?? PING_ANSWERED_MS,
    'grpc.max_receive_message_length': LARGEST_RECEIVED,
  };
  let current: Connected | null = null;
  let connecting: Promise<Connected> | null = null;
  let next: EndPoint | undefined;
  let failed: EndPoint | undefined;
  let closed = false;

  const choose = async (): Promise<EndPoint> => {
    const [first, ...others] = options.hosts;
    if (first === undefined) throw new Error('The connection string names no host.');
    if (!options.dnsDiscover && others.length === 0) return first;
    const discovery = {
      nodePreference: options.nodePreference ?? LEADER,
      gossipTimeout: options.gossipTimeout ?? GOSSIP_S,
      ...(options.discoveryInterval === undefined ? {} : { discoveryInterval: options.discoveryInterval }),
      maxDiscoverAttempts: options.maxDiscoverAttempts ?? ROUNDS_OF_GOSSIP,
    };
    const seeds = options.dnsDiscover ? { discover: first } : { endpoints: options.hosts };
    return discoverEndpoint({ ...discovery, ...seeds }, credentials, failed).catch(async (error: unknown) => {
      // The client drops the reasons: one is asked for again.
      const reason = await whyNoGossip(first, credentials, scheduler);
      throw reason === null ? error : Object.assign(new Error(reason, { cause: error }), { code: 14 });
    });
  };

  const connect = async (): Promise<Connected> => {
    const node = next ?? (await choose());
    next = undefined;
    const channel = new Channel(`${node.address}:${node.port}`, credentials, channelOptions);
    if (!(await isAnswered(channel, scheduler))) {
      channel.close();
      failed = node;
      throw Object.assign(
        new Error(`${node.address}:${node.port} takes the connection, but does not answer.`),
        {
          code: 14,
        },
      );
    }
    if (closed) channel.close();
    return { node, channel, clients: new Map() };
  };

  const connected = async (): Promise<Connected> => {
    if (current !== null) return current;
    connecting ??= connect()
      .then((made) => (current = made))
      .finally(() => (connecting = null));
    return connecting;
  };

  return {
    async clientOf(service) {
      const { channel, clients } = await connected();
      const known = clients.get(service);
      if (known instanceof service) return known;
      const client = new service('', credentials, { channelOverride: channel });
      clients.set(service, client);
      return client;
    },
    onError(client, error) {
      const channel = client.getChannel();
      if (current?.channel !== channel) return;
      const told = convertToCommandError(error);
      const leader = told instanceof NotLeaderError ? told.leader : undefined;
      const lost =
        told instanceof UnavailableError ||
        told instanceof CancelledError ||
        (told instanceof DeadlineExceededError &&
          channel.getConnectivityState(false) !== connectivityState.READY);
      if (leader === undefined && !lost) return;
      failed = current.node;
      next = leader;
      current = null;
      channel.close();
    },
    close() {
      closed = true;
      current?.channel.close();
    },
  };
};

/** Why a node does not tell its cluster's members; null if it does. */
const whyNoGossip = (
  { address, port }: EndPoint,
  credentials: ChannelCredentials,
  scheduler: Scheduler,
): Promise<string | null> =>
  new Promise((resolve) => {
    const client = new service.GossipClient(`${address}:${port}`, credentials);
    const call = client.read(new shared.Empty(), new Metadata(), { deadline: Infinity }, (error) => {
      late.cancel();
      client.close();
      resolve(error === null ? null : error.message);
    });
    const late = scheduler.after(GOSSIP_S * 1_000, () => call.cancel());
  });

/** Whether a connection was made or refused in time. If it was refused, the channel's calls tell why. */
const isAnswered = (channel: Channel, scheduler: Scheduler): Promise<boolean> =>
  new Promise((resolve) => {
    const late = scheduler.after(CONNECTED_MS, () => resolve(false));
    const look = (): void => {
      const state = channel.getConnectivityState(true);
      if (state === connectivityState.IDLE || state === connectivityState.CONNECTING) {
        channel.watchConnectivityState(state, Infinity, look);
        return;
      }
      late.cancel();
      resolve(true);
    };
    look();
  });
