import { Agent, get, type IncomingMessage } from 'node:http';

/** Devices that each hold a stream of server-sent events, and open it again when the server has ended it. */
export interface Listening {
  /** Resolves once every device has received this text since the call, with the time of each, ms of `performance.now`. */
  heard(text: string): Promise<readonly number[]>;
  close(): void;
}

interface Device {
  /** Called with everything that is received. */
  onText: (text: string) => void;
  stream: IncomingMessage;
}

const HEARD_WITHIN_MS = 30_000;
const ID = /^id: (\S+)$/m;

export const listenAt = async (urls: readonly string[]): Promise<Listening> => {
  const agent = new Agent({ maxSockets: Infinity });
  let isOver = false;
  const open = (url: string, lastId?: string): Promise<IncomingMessage> => {
    const headers = {
      accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    };
    return new Promise((resolve, reject) => {
      get(url, { agent, headers }, (stream) => {
        stream.setEncoding('utf8').on('error', () => undefined);
        if (stream.statusCode === 200) resolve(stream);
        else reject(new Error(`A stream was answered ${stream.statusCode}.`));
      }).once('error', reject);
    });
  };
  const listen = async (url: string): Promise<Device> => {
    let lastId: string | undefined;
    const device: Device = { onText: () => undefined, stream: await open(url) };
    const follow = (): void => {
      device.stream
        .on('data', (text: string) => {
          lastId = ID.exec(text)?.[1] ?? lastId;
          device.onText(text);
        })
        .once('end', () => {
          if (!isOver)
            void open(url, lastId).then((stream) => {
              device.stream = stream;
              follow();
            });
        });
    };
    follow();
    return device;
  };
  const devices = await Promise.all(urls.map(listen));
  return {
    heard: (text) =>
      Promise.all(
        devices.map(
          (device) =>
            new Promise<number>((resolve, reject) => {
              let received = '';
              const late = setTimeout(() => reject(new Error('A flag did not arrive.')), HEARD_WITHIN_MS);
              device.onText = (chunk) => {
                received += chunk;
                if (!received.includes(text)) return;
                device.onText = () => undefined;
                clearTimeout(late);
                resolve(performance.now());
              };
            }),
        ),
      ),
    close() {
      isOver = true;
      for (const { stream } of devices) stream.destroy();
      agent.destroy();
    },
  };
};
