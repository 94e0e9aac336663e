import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FLAGS } from '@flagpost/contracts';
import { enterRace } from '@flagpost/race-testing/entered-race';
import type { Bench, Run } from './frame/bench.ts';
import { openBrowser } from './frame/browser.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies } from './frame/measure.ts';
import { startProgram, type Program } from './frame/program.ts';
import { listenAt, type Listening } from './load/listening.ts';
import { openPhonePage, type PhonePage } from './load/phone-page.ts';
import { startStandalone } from './load/standalone.ts';

const BARE = new URL('load/orders-server.ts', import.meta.url);
const APART_MS = 500;
const IDLE_MS = 5_000;
/** As long as what a device gets of one flag. */
const MESSAGE_CHARACTERS = 200;

/** Sends a text to everybody. */
type Send = (text: string) => Promise<unknown>;

const sentTo = async (
  program: Program,
  devices: Listening,
  count: number,
  flags: number,
  send: Send,
  phone?: PhonePage,
) => {
  const latencies = createLatencies();
  const screen = createLatencies();
  const before = await program.cpuSeconds();
  for (let call = 0; call < flags; call++) {
    const text = `flag ${Math.random()}`;
    const heard = devices.heard(text);
    const painted = phone?.painted(text);
    const since = performance.now();
    const sentAt = Date.now();
    await send(text);
    for (const at of await heard) latencies.add(at - since);
    if (painted !== undefined) screen.add((await painted) - sentAt);
    await wait(APART_MS);
  }
  const cpuS = (await program.cpuSeconds()) - before;
  return { latencies, screen, cpuUs: (cpuS * 1e6) / (flags * count) };
};

/**
 * From a director's request until a flag is at the device of each car, over server-sent events, and what that costs the
 * server; and until it is painted on the screen of one of the phones, in a real browser.
 */
export const bench: Bench = async ({ at, sizes, compare, note }) => {
  const [count = 0] = sizes('devices', [1_000], [6], [500]);
  const flags = at({ whole: 20, quick: 3, smoke: 2 });
  const idleMs = at({ whole: IDLE_MS, quick: IDLE_MS / 5, smoke: 50 });
  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    const ours = await startStandalone([data]);
    const theirs = await startProgram(BARE, []);
    const closings: (() => unknown)[] = [() => ours.stop(), () => theirs.stop()];
    try {
      const race = await enterRace(ours.url, 'Orders', count);
      const browser = await openBrowser();
      if (browser === null) note('missing', 'a Chromium; CHROMIUM_PATH says where one is');
      else {
        note('browser', `Chromium ${browser.version()}, drawing in software`);
        closings.unshift(() => browser.close());
      }
      const [last] = race.cars.slice(-1);
      const phone =
        browser === null || last === undefined
          ? undefined
          : await openPhonePage(browser, ours.url, race.eventId, last.invitationId);
      // The token of the car that the phone took over has ended.
      const others = phone === undefined ? race.cars : race.cars.slice(0, -1);
      const ourDevices = await listenAt(
        others.map(({ doors }) => `${ours.url}${new URL(doors.orders).pathname}`),
      );
      closings.unshift(() => ourDevices.close());
      const theirDevices = await listenAt(others.map(() => theirs.url));
      closings.unshift(() => theirDevices.close());
      let sent = 0;
      const run = async (
        program: Program,
        devices: Listening,
        send: Send,
        withPhone?: PhonePage,
      ): Promise<Run> => {
        const idleBefore = await program.cpuSeconds();
        await wait(idleMs);
        const idleS = (await program.cpuSeconds()) - idleBefore;
        const { latencies, screen, cpuUs } = await sentTo(program, devices, count, flags, send, withPhone);
        return {
          figure: cpuUs,
          also: {
            'to the device p50, ms': latencies.percentile(0.5),
            'to the device p99, ms': latencies.percentile(0.99),
            ...(withPhone === undefined ? {} : { 'to the screen p99, ms': screen.percentile(0.99) }),
            'connected, CPU µs a device and second': (idleS * 1e6) / (count * (idleMs / 1_000)),
          },
        };
      };
      await compare({
        what: `${count} devices connected, a flag for all every ${APART_MS} ms`,
        load: { devices: count },
        unit: 'CPU µs a device and flag',
        ours: {
          what: 'the standalone: command, log, views, topic, server-sent events',
          run: () =>
            // Each replaces the one before, as a race's flags do.
            run(
              ours,
              ourDevices,
              (text) => race.sendFlag(sent++ % 2 === 0 ? FLAGS.yellow : FLAGS.green, [], text),
              phone,
            ),
        },
        theirs: {
          what: 'a node:http server that writes one text to all streams',
          run: () =>
            run(theirs, theirDevices, (text) =>
              fetch(theirs.url, { method: 'POST', body: text.padEnd(MESSAGE_CHARACTERS) }),
            ),
        },
        limits: [
          { of: 'to the device p99, ms', atMost: 1_000 },
          ...(phone === undefined ? [] : [{ of: 'to the screen p99, ms', atMost: 1_000 }]),
        ],
      });
    } finally {
      for (const close of closings) await close();
    }
  });
};
