import { carOrders, type CarOrders } from '@flagpost/contracts';

/** A receiver that shows what its car is told, over server-sent events; it connects again when the stream ends. */
export interface OrdersDevice {
  /** The newest orders; null before the first. */
  orders(): CarOrders | null;
  stop(): void;
}

const RECONNECT_MS = 200;
const EVENT = /^id: (\S+)\nevent: orders\ndata: (.*)$/m;

/** @param door the address with the car's token */
export const startOrdersDevice = (door: string): OrdersDevice => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let newest: CarOrders | null = null;
  let lastId: string | null = null;

  const take = (message: string): void => {
    const [, id, data] = EVENT.exec(message) ?? [];
    if (id === undefined || data === undefined) return;
    lastId = id;
    newest = carOrders.parse(JSON.parse(data));
  };
  const listen = async (): Promise<void> => {
    const accept = { accept: 'text/event-stream' };
    const headers = lastId === null ? accept : { ...accept, 'last-event-id': lastId };
    const response = await fetch(door, { headers, signal });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      const messages = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = messages.pop() ?? '';
      messages.forEach(take);
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await listen().catch(() => undefined); // the server is away
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  };
  void run();
  return { orders: () => newest, stop: () => stopping.abort() };
};
