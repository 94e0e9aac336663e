import { Agent, get, type IncomingMessage } from 'node:http';

/** Devices that each hold a stream of server-sent events. */
export interface Listening {
  /** Resolves once every device has received this text since the call, with the time of each, ms of `performance.now`. */
  heard(text: string): Promise<readonly number[]>;
  close(): void;
}

const HEARD_WITHIN_MS = 30_000;

export const listenAt = async (urls: readonly string[]): Promise<Listening> => {
  const agent = new Agent({ maxSockets: Infinity });
  const headers = { accept: 'text/event-stream' };
  const streams = await Promise.all(
    urls.map(
      (url) =>
        new Promise<IncomingMessage>((resolve, reject) => {
          get(url, { agent, headers }, resolve).once('error', reject);
        }),
    ),
  );
  for (const stream of streams) {
    if (stream.statusCode !== 200) throw new Error(`A stream was answered ${stream.statusCode}.`);
    stream.setEncoding('utf8').on('error', () => undefined);
  }
  return {
    heard: (text) =>
      Promise.all(
        streams.map(
          (stream) =>
            new Promise<number>((resolve, reject) => {
              let received = '';
              const late = setTimeout(() => reject(new Error('A flag did not arrive.')), HEARD_WITHIN_MS);
              const take = (chunk: string): void => {
                received += chunk;
                if (!received.includes(text)) return;
                stream.off('data', take);
                clearTimeout(late);
                resolve(performance.now());
              };
              stream.on('data', take);
            }),
        ),
      ),
    close() {
      for (const stream of streams) stream.destroy();
      agent.destroy();
    },
  };
};
