import { carOrders, ORDERS_DOOR, type CarOrders } from '@flagpost/contracts';
import { fixedDelay, retry, type Scheduler } from '@flagpost/platform';

export interface OrdersReceiverOptions {
  /** Address of the door of orders, with the car's token. */
  readonly door: string;
  readonly scheduler: Scheduler;
  /** Called with all orders of the car, at first and after each change. */
  readonly onOrders: (orders: CarOrders) => void;
}

/** The door does not know the token any more. */
class DoorClosed extends Error {}

const MESSAGE = /^id: (\S+)\nevent: orders\ndata: (.*)$/m;
/** The door sends a heartbeat: whoever hears nothing for this long connects again. */
const SILENT_AFTER_MS = 2 * ORDERS_DOOR.heartbeatMs + 5_000;

/** Reads the orders of a car as its device does: by server-sent events, connecting again until it is stopped. */
export const receiveOrders = ({ door, scheduler, onOrders }: OrdersReceiverOptions): { stop(): void } => {
  const stopping = new AbortController();
  let lastId: string | null = null;

  const take = (message: string): void => {
    const [, id, data] = MESSAGE.exec(message) ?? [];
    if (id === undefined || data === undefined) return;
    lastId = id;
    onOrders(carOrders.parse(JSON.parse(data)));
  };

  const listen = async (): Promise<void> => {
    const silent = new AbortController();
    const signal = AbortSignal.any([stopping.signal, silent.signal]);
    const watch = () => scheduler.after(SILENT_AFTER_MS, () => silent.abort(new Error('silent')));
    let watching = watch();
    try {
      const accept = { accept: 'text/event-stream' };
      const headers = lastId === null ? accept : { ...accept, 'last-event-id': lastId };
      const response = await fetch(door, { headers, signal });
      if (response.status === 404) throw new DoorClosed();
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of response.body ?? []) {
        watching.cancel();
        watching = watch();
        const messages = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
        text = messages.pop() ?? '';
        if (response.ok) messages.forEach(take);
      }
    } finally {
      watching.cancel();
    }
    throw new Error('The stream of orders has ended.');
  };

  void retry(
    {
      retryIf: (error) => !(error instanceof DoorClosed),
      backoff: { scheduler, ms: fixedDelay(ORDERS_DOOR.retryMs), signal: stopping.signal },
    },
    listen,
  ).catch(() => undefined); // stopped, or closed

  return { stop: () => stopping.abort(new Error('stopped')) };
};
