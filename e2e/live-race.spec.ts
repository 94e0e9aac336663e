import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { io } from 'socket.io-client';
import type {
  AlertRow,
  DriverPosition,
  FlagRow,
  LapRow,
  LiveNowItem,
  MyClubAnswer,
} from '@flagpost/contracts';
import { signIn, type Caller } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { bar, carLines, count, feed, liveMap, logIn, watchLink } from './screen.js';
import { startSession } from './session.js';

const MINUTE = 60_000;
const CARS = 24;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The demo race from a clean start, watched, directed, cut off and taken up again. */
test.describe.serial('the demo race', () => {
  let flagpost: Flagpost;
  let page: Page;
  let director: Caller;
  let eventId: number;

  const seen = { stopped: false, offline: false, sos: false };

  /** The running cars; all else that appears is recorded from the first call on. */
  const runningNow = async (): Promise<number> => {
    seen.stopped ||= (await count(page, 'Stopped')) > 0;
    seen.offline ||= (await count(page, 'Offline')) > 0;
    seen.sos ||= (await count(page, 'SOS')) > 0;
    return count(page, 'Running');
  };

  const get = async <T>(path: string): Promise<T> => (await director.call<T>('GET', path)).body;
  const positions = (): Promise<DriverPosition[]> => get(`/positionRecords/event/${eventId}/999`);
  const laps = (): Promise<LapRow[]> => get(`/events/laps/${eventId}`);
  const flags = (): Promise<FlagRow[]> => get(`/events/flags/${eventId}`);
  const alerts = (): Promise<AlertRow[]> => get(`/events/alerts/${eventId}`);

  test.beforeAll(async ({ browser }) => {
    flagpost = await startFlagpost({ DEMO: '1' });
    page = await browser.newPage();
    director = await signIn(flagpost.url, 'director@flagpost.demo');
  });
  test.afterAll(async () => {
    await page.close();
    await flagpost.remove();
  });

  test('shows 24 moving cars', async () => {
    await logIn(page, flagpost.url, 'director@flagpost.demo');
    await watchLink(page).click();
    await expect(liveMap(page)).toBeVisible();
    eventId = Number(/\/map\/(\d+)/.exec(page.url())?.[1]);

    await expect(page.getByText(`Offline cars 0/${CARS}`)).toBeVisible();
    await expect.poll(runningNow, { timeout: 3 * MINUTE }).toBe(CARS);

    // A car out of the network's reach is seen again within a minute: one of the demo race may be so at any time.
    const before = new Map((await positions()).map((car) => [car.InvitationId, car]));
    const picture = await liveMap(page).screenshot();
    await expect
      .poll(
        async () => {
          await runningNow();
          return (await positions()).filter((car) => car.Lat !== before.get(car.InvitationId)?.Lat).length;
        },
        { timeout: 2 * MINUTE },
      )
      .toBe(CARS);
    expect((await liveMap(page).screenshot()).equals(picture)).toBe(false);
    // What follows needs no sliding cars, which are most of what drawing by software costs.
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  test('shows cars that stop, fall silent and call for help', async () => {
    await expect
      .poll(
        async () => {
          await runningNow();
          return seen;
        },
        { timeout: 5 * MINUTE },
      )
      .toEqual({ stopped: true, offline: true, sos: true });
    expect((await alerts()).length).toBeGreaterThan(0);
    await expect(
      feed(page)
        .getByText(/S\.O\.S Alert/)
        .first(),
    ).toBeVisible();
  });

  test('counts laps, and shows the numbers that the api has', async () => {
    await expect(
      feed(page)
        .getByText(/lap \d+: \d:\d\d\.\d{3}/)
        .first(),
    ).toBeVisible({ timeout: 4 * MINUTE });

    const agreed = new Set<string>();
    const shown = new Set<string>();
    await expect
      .poll(
        async () => {
          const known = new Map((await positions()).map((car) => [car.CarNumber, car]));
          for (const { carNumber, lap, speedKph } of await carLines(page)) {
            const car = known.get(carNumber);
            shown.add(carNumber);
            if (car?.Counter === lap && Math.round(car.Speed) === speedKph) agreed.add(carNumber);
          }
          return shown.size > 0 && [...shown].every((carNumber) => agreed.has(carNumber));
        },
        { timeout: MINUTE },
      )
      .toBe(true);

    const [newest] = (await laps()).slice(-1);
    expect(newest?.lapTimeMs).toBeGreaterThan(60_000);
  });

  test('sends a flag that is an event in the log and on every open screen', async ({ browser }) => {
    const viewer = await browser.newPage();
    await startSession(viewer.context(), flagpost.url, 'viewer@flagpost.demo');
    await viewer.goto(`${flagpost.url}/map/${eventId}`);
    await expect(viewer.getByRole('region', { name: 'Flags' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Yellow', exact: true }).click();
    for (const screen of [page, viewer]) {
      await expect(bar(screen).getByText('Yellow', { exact: true })).toBeVisible();
      await expect(feed(screen).getByText(/^Yellow to All cars, \d+ of/)).toBeVisible();
    }
    await viewer.close();

    const log = new DatabaseSync(join(flagpost.dataDir, 'events.db'), { readOnly: true });
    const sent = log.prepare("SELECT data FROM events WHERE type = 'FlagSent'").all();
    log.close();
    expect(sent.map(({ data }) => JSON.parse(String(data)) as object)).toMatchObject([
      { code: 806, receivers: [] },
    ]);
    expect(await flags()).toMatchObject([{ StateId: 806, InvitationsSelected: [] }]);
  });

  test('keeps another club out, on the call and on the socket', async () => {
    const rival = await signIn(flagpost.url, 'director@rival.demo');
    const refused = await rival.call('POST', '/flagRecords', {
      StateId: 801,
      InvitationsSelected: [],
      EventId: eventId,
    });
    expect(refused.status).toBe(403);
    const { cluId } = (await rival.call<MyClubAnswer>('GET', '/users/myClub/')).body;
    expect((await rival.call<LiveNowItem[]>('GET', `/events/liveNow/${cluId}`)).body).toEqual([]);

    const socket = io(flagpost.url, { auth: { accessToken: rival.token }, transports: ['websocket'] });
    const heard: unknown[] = [];
    socket.on('BACKOFFICE', (message) => heard.push(message));
    expect(await socket.timeout(10_000).emitWithAck('join', { eventId, positions: 'json' })).toMatchObject({
      ok: false,
      statusCode: 403,
    });
    const other = io(flagpost.url, { auth: { accessToken: director.token }, transports: ['websocket'] });
    let frames = 0;
    other.on('BACKOFFICE', ({ type }: { type: string }) => (frames += type === 'CHANGE_POSITION' ? 1 : 0));
    await other.timeout(10_000).emitWithAck('join', { eventId, positions: 'json' });
    await expect.poll(() => frames).toBeGreaterThan(20);
    expect(heard).toEqual([]);
    socket.disconnect();
    other.disconnect();
  });

  test('goes on after a power cut: laps, flags and SOS as before, the open screen recovers by itself', async () => {
    const before = { laps: await laps(), flags: await flags(), alerts: await alerts() };
    await flagpost.kill();
    await expect(page.getByText(/No connection for/)).toBeVisible();
    await flagpost.restart();

    await expect(page.getByText(/No connection for/)).toBeHidden();
    await expect(bar(page).getByText('Yellow', { exact: true })).toBeVisible();
    director = await signIn(flagpost.url, 'director@flagpost.demo');
    const after = { laps: await laps(), flags: await flags(), alerts: await alerts() };
    // Laps are in the order of their crossings, and each is stated once its car has left the finish: one may come between others.
    expect(after.laps).toEqual(expect.arrayContaining(before.laps));
    const names = after.laps.map(({ InvitationId, LapEpoch, Lap }) => `${InvitationId} ${LapEpoch} ${Lap}`);
    expect(names).toHaveLength(new Set(names).size);
    // A car may have confirmed between the answer and the cut.
    expect(after.flags).toEqual(
      before.flags.map((flag) => ({ ...flag, Confirmed: expect.arrayContaining(flag.Confirmed) })),
    );
    expect(after.alerts.map(({ AlertId }) => AlertId)).toEqual(
      expect.arrayContaining(before.alerts.map(({ AlertId }) => AlertId)),
    );

    await expect.poll(() => count(page, 'Running')).toBeGreaterThan(CARS - 4);
    await expect
      .poll(async () => (await laps()).length, { timeout: 2 * MINUTE })
      .toBeGreaterThan(before.laps.length);
  });
});
