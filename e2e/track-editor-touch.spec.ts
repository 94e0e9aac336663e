import { expect, test } from '@playwright/test';
import { FINISH_RADIUS_M, ITALY, type CircuitRouteAnswer, type EventAnswer } from '@flagpost/contracts';
import { answered, signIn } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { TEXTS } from '@flagpost/backoffice/texts';
import { fingersOn, type Spot } from './fingers.js';
import { startOffice } from './office.js';
import { button, dialog, notice } from './screen.js';
import { startSession } from './session.js';
import { EMAILS } from './shared-race.js';

const { editor } = TEXTS;
const HOUR_MS = 3_600_000;

test('a circuit is drawn, changed and saved by a finger', async ({ browser }) => {
  const office = await startOffice();
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, hasTouch: true });
  try {
    const planner = await signIn(office.url, EMAILS.planner);
    const { eveId } = await answered<EventAnswer>(planner, 'POST', '/events/', {
      Name: 'Ronde a mano',
      Start: new Date(Date.now() + 240 * HOUR_MS).toISOString(),
      Finish: new Date(Date.now() + 250 * HOUR_MS).toISOString(),
      CouId: ITALY,
      State: 'Savona',
      City: 'Cairo Montenotte',
      CircuitName: 'Round course',
      Categories: await categoryIdsOf(planner, ['WRC']),
      Radius: FINISH_RADIUS_M.default,
      SafetyCarDelay: 7,
    });
    const page = await context.newPage();
    const hand = await fingersOn(page);
    await startSession(context, office.url, EMAILS.planner);
    await page.goto(`${office.url}/drawing/${eveId}`);
    const map = page.getByRole('region', { name: editor.map.region });
    await map.locator('.race-map-drawing canvas').waitFor();
    /** From the middle of the map, whose height changes with the rows of its toolbar. */
    const at = async (dx: number, dy: number): Promise<Spot> => {
      const box = await map.boundingBox();
      if (box === null) throw new Error('no map');
      return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy };
    };
    const tap = async (dx: number, dy: number): Promise<void> => {
      const { x, y } = await at(dx, dy);
      await page.touchscreen.tap(x, y);
    };

    await button(page, editor.newLine).tap();
    await tap(-180, -120);
    await expect(page.getByText(/^1 point/)).toBeVisible();
    await tap(120, -120);
    await expect(page.getByText(/^2 points/)).toBeVisible();
    await tap(120, 100);
    await expect(page.getByText(/^3 points/)).toBeVisible();
    // The last point again, a little beside it: the line is complete.
    await tap(126, 106);
    const line = page
      .getByRole('complementary', { name: editor.panel })
      .getByRole('button', { name: /^Race line/ });
    await expect(line).toBeVisible();
    const drawn = await line.innerText();

    // A new line is chosen; a finger takes a point from 12 pixels beside it.
    await expect(line).toHaveAttribute('aria-pressed', 'true');
    await hand.slide(await at(132, -112), await at(160, -180));
    await expect(line).not.toHaveText(drawn);
    // Chromium makes no click of a tap that follows a drag within milliseconds.
    await expect(async () => {
      await button(page, editor.undo).tap();
      await expect(line).toHaveText(drawn, { timeout: 3_000 });
    }).toPass();
    // Beside it a finger moves the map, and nothing of the line.
    await hand.slide(await at(-120, 60), await at(-80, 90));
    await expect(line).toHaveText(drawn);

    const panel = page.getByRole('complementary', { name: editor.panel });
    const isThere = (name: string) => expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
    await button(page, editor.newStart).tap();
    await tap(-60, -90);
    await isThere(editor.start);
    await button(page, editor.newFinish).tap();
    await tap(20, -90);
    await isThere(editor.finish);
    await button(page, editor.newBoxes).tap();
    for (const [dx, dy, drawnCorners] of [
      [-120, 130, /^1 point/],
      [-20, 130, /^2 points/],
      [-20, 180, /^3 points/],
    ] as const) {
      await tap(dx, dy);
      await expect(page.getByText(drawnCorners)).toBeVisible();
    }
    await button(page, editor.save).tap();
    await isThere(editor.boxes);
    await button(page, editor.save).tap();
    await button(dialog(page), editor.save).tap();
    await expect(notice(page, editor.saved)).toBeVisible();
    const { track } = await answered<CircuitRouteAnswer>(planner, 'GET', `/circuitRoutes/${eveId}`);
    expect(track.pointsTrack[0]?.Positions).toHaveLength(4);
    expect(track.pointsBoxes).toHaveLength(4);
    expect([track.pointsMetaStart, track.pointsMetaFinish]).not.toContain(null);
  } finally {
    await context.close();
    await office.remove();
  }
});
