import { describe, expect, it } from '@jest/globals';
import type { LiveCar, LiveFrame, SnapshotContents, SocketMessage } from '@flagpost/contracts';
import { EMPTY_RACE, liveCar, virtualTime } from '@flagpost/testing';
import { machineClock } from '@flagpost/testing/machine-clock';
import { createRoom, type Announcement } from './room.js';
import { fakeTransport } from '../testing/fake-transport.js';

const frameOf = (serverTime: number, ...cars: LiveCar[]): LiveFrame => ({ eventId: 7, serverTime, cars });
const reset = (lapEpoch: number): Announcement => ({
  type: 'RACE_CONTROL',
  data: { eventId: 7, action: 'lapsReset', lapEpoch, beganAt: '2026-01-01T00:00:00.000Z' },
});
const contents = (cars: LiveCar[] = []): SnapshotContents => ({
  ...EMPTY_RACE,
  cars: cars.map((live) => ({
    live,
    CarNumber: `${live.invitationId}`,
    Name: 'A',
    Surname: 'B',
    UserId: 1,
    CategoryId: null,
    Category: '',
    TrackFlag: null,
    DriverFlag: null,
    LastFlagStatus: null,
  })),
});

const aRoom = () => {
  const time = virtualTime();
  const { clock, set } = machineClock(time);
  const { transport, sentTo, dropped } = fakeTransport();
  const reads: { finish: (contents?: SnapshotContents) => Promise<void>; fail: () => Promise<void> }[] = [];
  const failures: unknown[] = [];
  const room = createRoom({
    eventId: 7,
    streamId: 'stream',
    transport,
    clock,
    scheduler: time,
    pack: ({ serverTime, cars }) => Uint8Array.of(serverTime, cars.length),
    onSnapshotFailed: (error) => failures.push(error),
    readSnapshot: () =>
      new Promise((resolve, reject) => {
        reads.push({
          finish: async (body = contents()) => {
            resolve(() => body);
            await time.advance(0);
          },
          fail: async () => {
            reject(new Error('no views'));
            await time.advance(0);
          },
        });
      }),
  });
  const read = (index: number) => {
    const found = reads[index];
    if (found === undefined) throw new Error(`No snapshot ${index} was begun.`);
    return found;
  };
  return { room, time, setClock: set, sentTo, dropped, reads, read, failures };
};

const seqs = (messages: readonly SocketMessage[]) =>
  messages.flatMap((message) => ('seq' in message.data ? [`${message.type} ${message.data.seq}`] : []));

describe('a room', () => {
  it('gives a newcomer the snapshot, then all that was said since it was begun, then what follows', async () => {
    const { room, sentTo, read } = aRoom();
    room.announce(reset(1));
    room.join('a', 'json');
    room.announce(reset(2));
    room.announce(reset(3));
    expect(sentTo('a')).toEqual([]);
    await read(0).finish();
    room.announce(reset(4));
    expect(seqs(sentTo('a'))).toEqual(['SNAPSHOT 1', 'RACE_CONTROL 2', 'RACE_CONTROL 3', 'RACE_CONTROL 4']);
    expect(sentTo('a').map(({ data }) => data.streamId)).toEqual(Array(4).fill('stream'));
  });

  it('reads one snapshot for all who come while it is read', async () => {
    const { room, sentTo, read, reads } = aRoom();
    room.join('a', 'json');
    room.announce(reset(1));
    room.join('b', 'packed');
    await read(0).finish();
    expect(reads).toHaveLength(1);
    expect(seqs(sentTo('a'))).toEqual(['SNAPSHOT 0', 'RACE_CONTROL 1']);
    expect(seqs(sentTo('b'))).toEqual(['SNAPSHOT 0', 'RACE_CONTROL 1']);
  });

  it('reads a few snapshots for many who come one after another, and each of them gets one', async () => {
    const { room, time, sentTo, read, reads } = aRoom();
    const viewers = Array.from({ length: 200 }, (_, index) => `viewer ${index}`);
    let finished = 0;
    const finish = async (): Promise<void> => {
      while (finished < reads.length) await read(finished++).finish();
    };
    for (const viewer of viewers) {
      room.join(viewer, 'packed');
      await finish();
    }
    expect(reads.length).toBeLessThan(10);
    room.announce(reset(1));
    await time.advance(100);
    await finish();
    expect(reads.length).toBeLessThan(10);
    for (const viewer of viewers) expect(seqs(sentTo(viewer))).toEqual(['SNAPSHOT 0', 'RACE_CONTROL 1']);
  });

  it('puts a viewer that lost its place in order again', async () => {
    const { room, sentTo, read } = aRoom();
    room.join('a', 'json');
    await read(0).finish();
    room.announce(reset(1));
    room.resync('a');
    room.announce(reset(2));
    await read(1).finish();
    room.announce(reset(3));
    expect(seqs(sentTo('a'))).toEqual([
      'SNAPSHOT 0',
      'RACE_CONTROL 1',
      'SNAPSHOT 1',
      'RACE_CONTROL 2',
      'RACE_CONTROL 3',
    ]);
  });

  it('gives everybody a snapshot that was begun after what they had lacked something', async () => {
    const { room, sentTo, read } = aRoom();
    room.join('a', 'json');
    await read(0).finish();
    room.join('b', 'packed');
    room.refresh();
    await read(1).finish();
    expect([sentTo('a'), sentTo('b')].map(seqs)).toEqual([['SNAPSHOT 0'], []]);
    room.announce(reset(1));
    await read(2).finish();
    room.announce(reset(2));
    expect(seqs(sentTo('a'))).toEqual(['SNAPSHOT 0', 'SNAPSHOT 0', 'RACE_CONTROL 1', 'RACE_CONTROL 2']);
    expect(seqs(sentTo('b'))).toEqual(['SNAPSHOT 0', 'RACE_CONTROL 1', 'RACE_CONTROL 2']);
  });

  it('sends ten frames a second, the newest state of each car winning', async () => {
    const { room, time, sentTo, read } = aRoom();
    room.join('a', 'json');
    await read(0).finish();
    room.queueFrame(frameOf(5, liveCar(1)));
    await time.advance(0);
    room.queueFrame(frameOf(10, liveCar(1, { speedKph: 10 })));
    await time.advance(0);
    room.queueFrame(frameOf(20, liveCar(1, { speedKph: 20 }), liveCar(2)));
    await time.advance(50);
    room.queueFrame(frameOf(30, liveCar(1, { speedKph: 30 })));
    await time.advance(49);
    expect(sentTo('a')).toHaveLength(3);
    await time.advance(1);
    expect(sentTo('a').slice(2)).toEqual([
      {
        type: 'CHANGE_POSITION',
        data: {
          eventId: 7,
          streamId: 'stream',
          frame: 2,
          serverTime: 10,
          cars: [liveCar(1, { speedKph: 10 })],
        },
      },
      {
        type: 'CHANGE_POSITION',
        data: {
          eventId: 7,
          streamId: 'stream',
          frame: 3,
          serverTime: 30,
          cars: [liveCar(1, { speedKph: 30 }), liveCar(2)],
        },
      },
    ]);
  });

  it('lets no frame that came late delay those after it', async () => {
    const { room, time, sentTo, read } = aRoom();
    room.join('a', 'json');
    await read(0).finish();
    let now = 0;
    for (const at of [0, 100, 250, 300, 400, 900, 1_000, 1_100]) {
      await time.advance(at - now);
      now = at;
      room.queueFrame(frameOf(at, liveCar(1)));
      await time.advance(0);
      expect(sentTo('a').at(-1)?.data).toMatchObject({ serverTime: at });
    }
  });

  it('goes on where the clock of the machine is set back by ten minutes', async () => {
    const { room, time, setClock, sentTo, reads, read } = aRoom();
    for (let snapshot = 0; snapshot < 5; snapshot += 1) {
      room.join('a', 'json');
      await read(snapshot).finish();
    }
    room.queueFrame(frameOf(1, liveCar(1)));
    await time.advance(0);
    setClock(-600_000);
    for (const at of [2, 3, 4]) {
      room.queueFrame(frameOf(at, liveCar(1)));
      await time.advance(110);
      expect(sentTo('a').at(-1)?.data).toMatchObject({ serverTime: at });
    }
    room.resync('a');
    await time.advance(110);
    expect(reads).toHaveLength(6);
  });

  it('sends each viewer the encoding it asked for, packed once for all', async () => {
    const { room, time, sentTo, read } = aRoom();
    room.join('plain', 'json');
    room.join('packed', 'packed');
    await read(0).finish();
    room.queueFrame(frameOf(10, liveCar(1)));
    await time.advance(0);
    const numbered = { eventId: 7, streamId: 'stream', frame: 1, serverTime: 10 };
    expect(sentTo('plain')[1]?.data).toEqual({ ...numbered, cars: [liveCar(1)] });
    expect(sentTo('packed')[1]?.data).toEqual({ ...numbered, packed: Uint8Array.of(10, 1) });
  });

  it('keeps the encoding of a viewer that lost its place, and resyncs nobody else', async () => {
    const { room, time, sentTo, read, reads } = aRoom();
    room.join('a', 'packed');
    await read(0).finish();
    room.resync('stranger');
    expect(reads).toHaveLength(1);
    room.resync('a');
    await read(1).finish();
    room.queueFrame(frameOf(10, liveCar(1)));
    await time.advance(0);
    expect(sentTo('a').at(-1)?.data).toHaveProperty('packed');
    expect(sentTo('stranger')).toEqual([]);
  });

  it('says in a snapshot which frame was the last before it', async () => {
    const { room, time, sentTo, read } = aRoom();
    room.join('a', 'json');
    await read(0).finish();
    room.join('b', 'json');
    room.queueFrame(frameOf(10, liveCar(1)));
    await time.advance(0);
    await read(1).finish();
    expect(sentTo('b')).toEqual([{ type: 'SNAPSHOT', data: expect.objectContaining({ frame: 1, seq: 0 }) }]);
  });

  it('sends nothing more to who left, be it while its snapshot is read', async () => {
    const { room, sentTo, read } = aRoom();
    room.join('a', 'json');
    room.join('b', 'json');
    room.remove('b');
    await read(0).finish();
    room.remove('a');
    room.announce(reset(1));
    expect(seqs(sentTo('a'))).toEqual(['SNAPSHOT 0']);
    expect(sentTo('b')).toEqual([]);
    expect(room.empty()).toBe(true);
  });

  it('drops who waits for a snapshot that cannot be read, and no one else', async () => {
    const { room, dropped, sentTo, read, failures } = aRoom();
    room.join('a', 'json');
    await read(0).finish();
    room.join('b', 'json');
    await read(1).fail();
    room.announce(reset(1));
    expect(dropped).toEqual([['b', 'snapshotFailed']]);
    expect(failures).toHaveLength(1);
    expect(seqs(sentTo('a'))).toEqual(['SNAPSHOT 0', 'RACE_CONTROL 1']);
  });

  it('holds no more than it can for a snapshot that does not come', async () => {
    const { room, dropped, sentTo, read } = aRoom();
    room.join('a', 'json');
    for (let lapEpoch = 1; lapEpoch <= 1_001; lapEpoch++) room.announce(reset(lapEpoch));
    expect(dropped).toEqual([['a', 'snapshotFailed']]);
    await read(0).finish();
    expect(sentTo('a')).toEqual([]);
  });
});
