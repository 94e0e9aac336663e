import type { SocketMessage } from '@flagpost/contracts';
import type { Delivery, DropReason, Transport } from '../live/transport.js';

/** A transport that records the messages sent to each viewer. */
export const fakeTransport = () => {
  const channels = new Map<string, Set<string>>();
  const sent = new Map<string, SocketMessage[]>();
  const dropped: [string, DropReason][] = [];
  const deliveries = new Map<string, Delivery>();
  const deliver = (viewerId: string, message: SocketMessage): void =>
    void sent.set(viewerId, [...(sent.get(viewerId) ?? []), message]);
  const transport: Transport = {
    broadcast: (channel, message) => channels.get(channel)?.forEach((viewerId) => deliver(viewerId, message)),
    send: (viewerIds, message) => viewerIds.forEach((viewerId) => deliver(viewerId, message)),
    join: (viewerId, channel) =>
      void channels.set(channel, new Set([...(channels.get(channel) ?? []), viewerId])),
    leave: (viewerId, channel) => void channels.get(channel)?.delete(viewerId),
    occupied: (channel) => (channels.get(channel)?.size ?? 0) > 0,
    delivery: (viewerId) => deliveries.get(viewerId) ?? null,
    drop: (viewerId, reason) => void dropped.push([viewerId, reason]),
  };
  return {
    transport,
    dropped,
    deliveries,
    sentTo: (viewerId: string): readonly SocketMessage[] => sent.get(viewerId) ?? [],
  };
};
