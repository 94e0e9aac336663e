import { FIELD_TEXTS, FLAGS, LIMITS, REFUSALS, type FlagRequest } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { CARS, expect, SAFETY_CAR_DELAY_S, test } from './shared-race.js';
import {
  bar,
  button,
  carRow,
  count,
  dialog,
  feed,
  flagButton,
  notice,
  receivers,
  sosCard,
} from './screen.js';

const words = TEXTS.flags;
const RED = TEXTS.flags.names[FLAGS.red];
const SAFETY_CAR = TEXTS.flags.names[FLAGS.safetyCar];
const PENALTY = TEXTS.flags.names[FLAGS.penalty];
const BLACK = TEXTS.flags.names[FLAGS.black];

test('red to all: who has not confirmed is counted, told apart, and sent it again', async ({
  course,
  screenOf,
}) => {
  const [unreachable, ...quiet] = ['3', '5', '9'].map((carNumber) => course.car(carNumber));
  unreachable!.isSilent = true;
  for (const car of quiet) car.confirms = false;
  const page = await screenOf('director');
  await expect.poll(() => count(page, 'Offline'), { timeout: 30_000 }).toBe(1);

  await flagButton(page, RED).click();
  await expect(dialog(page)).toContainText(words.sendTo(RED, words.allCars));
  await button(dialog(page), TEXTS.no).click();
  expect((await course.flags()).filter(({ ClearedAt }) => ClearedAt === null)).toEqual([]);

  await flagButton(page, RED).click();
  await button(dialog(page), TEXTS.yes).click();
  const line = TEXTS.feed.confirmed(TEXTS.feed.flag(RED, words.allCars), CARS - 3, CARS);
  await expect(feed(page).getByText(line, { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(bar(page)).toContainText(TEXTS.race.share(CARS - 3, CARS));

  await button(feed(page), TEXTS.feed.unconfirmed(3)).click();
  const missing = dialog(page).getByRole('listitem');
  await expect(missing).toHaveCount(3);
  for (const { carNumber, isSilent } of [unreachable!, ...quiet]) {
    const its = missing.filter({ has: page.getByText(carNumber, { exact: true }) });
    await expect(its).toContainText(isSilent ? words.notReachable : words.notConfirmed);
  }
  await button(dialog(page), words.sendAgain).click();
  await expect
    .poll(async () => (await course.flags())[0])
    .toMatchObject({
      StateId: FLAGS.red,
      InvitationsSelected: [unreachable!, ...quiet].map(({ invitationId }) => invitationId),
    });
  for (const car of quiet) car.confirms = true;
  await expect(feed(page).getByText(/^Red to Car .*, 2 of 3 confirmed$/)).toBeVisible({ timeout: 15_000 });
  await expect(bar(page)).toContainText(TEXTS.race.share(CARS - 1, CARS));
});

test('the safety car is counted down, with a way out', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  const countDown = dialog(page).getByRole('timer');

  await flagButton(page, SAFETY_CAR).click();
  await expect(countDown).toContainText(/\d/);
  await button(dialog(page), TEXTS.cancel).click();
  await expect(dialog(page)).toBeHidden();
  // Longer than the count that was broken off.
  await page.waitForTimeout((SAFETY_CAR_DELAY_S + 1) * 1_000);
  expect((await course.flags()).filter(({ ClearedAt }) => ClearedAt === null)).toEqual([]);

  await flagButton(page, SAFETY_CAR).click();
  await expect(countDown).toContainText(/\d/);
  await expect(feed(page).getByText(/^S\/C to All cars, \d+ of/)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect((await course.flags())[0]).toMatchObject({ StateId: FLAGS.safetyCar, InvitationsSelected: [] });
});

test('a penalty and a black flag go to one driver only', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  const before = (await course.flags()).length;
  await carRow(page, '1').click();
  await carRow(page, '2').click();
  await expect(receivers(page)).toHaveText(words.someCars('1, 2', 0));
  await flagButton(page, PENALTY).click();
  await expect(notice(page, words.onlyOne)).toBeVisible();
  expect(await course.flags()).toHaveLength(before);

  await carRow(page, '2').click();
  await flagButton(page, PENALTY).click();
  await expect(feed(page).getByText(/^Penalty to Car 1, \d of 1/)).toBeVisible();
  // The selection is dropped after each sending.
  await expect(receivers(page)).toHaveText(words.allCars);

  await flagButton(page, BLACK).click();
  await expect(dialog(page)).toContainText(words.selectCar);
  await button(dialog(page), words.send).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(FIELD_TEXTS.driver);
  await button(dialog(page), '4').click();
  await button(dialog(page), words.send).click();
  await expect(feed(page).getByText(/^Black to Car 4, \d of 1/)).toBeVisible();
  expect((await course.flags()).slice(0, 2)).toMatchObject([
    { StateId: FLAGS.black, InvitationsSelected: [course.car('4').invitationId] },
    { StateId: FLAGS.penalty, InvitationsSelected: [course.car('1').invitationId] },
  ]);
});

test('a message wants a text of at most 100 characters and a driver', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  await flagButton(page, TEXTS.flags.names[FLAGS.message]).click();
  await button(dialog(page), words.send).click();
  await expect(dialog(page).getByText(FIELD_TEXTS.message, { exact: true })).toBeVisible();
  await expect(dialog(page).getByText(words.atLeastOne, { exact: true })).toBeVisible();

  const field = dialog(page).getByLabel(words.messageText, { exact: true });
  await field.focus();
  await page.keyboard.type('x'.repeat(LIMITS.message + 20));
  await expect(field).toHaveValue('x'.repeat(LIMITS.message));
  await button(dialog(page), '6').click();
  await button(dialog(page), words.send).click();
  await expect(dialog(page)).toBeHidden();
  await expect.poll(async () => (await course.flags())[0]?.Message).toBe('x'.repeat(LIMITS.message));

  const tooLong: FlagRequest = {
    EventId: course.eventId,
    StateId: FLAGS.message,
    InvitationsSelected: [course.car('6').invitationId],
    Message: 'x'.repeat(LIMITS.message + 1),
  };
  expect((await course.director.call('POST', '/flagRecords', tooLong)).status).toBe(400);
  const toNobody = { ...tooLong, Message: 'Box', InvitationsSelected: [] };
  expect(await course.director.call('POST', '/flagRecords', toNobody)).toMatchObject({
    status: 418,
    body: { message: REFUSALS['flag.driverRequired'] },
  });
});

test('a hazard’s flag is for the sector that was chosen, the next one for the whole track', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('director');
  const yellow = TEXTS.flags.names[FLAGS.yellow];
  await button(page, words.wholeTrack).click();
  await expect(dialog(page)).toContainText(words.selectSector);
  await button(dialog(page), words.select).click();
  await expect(notice(page, REFUSALS['flag.sectorRequired'])).toBeVisible();
  await dialog(page)
    .getByRole('radio', { name: words.sector(2) })
    .check();
  await button(dialog(page), words.select).click();
  await expect(button(page, words.sector(2))).toBeVisible();

  await flagButton(page, yellow).click();
  await expect(feed(page).getByText(/^Yellow.*Sector 2/)).toBeVisible();
  await expect(button(page, words.wholeTrack)).toBeVisible();
  await flagButton(page, yellow).click();
  await expect(
    feed(page)
      .getByText(/^Yellow to All cars, \d+ of/)
      .first(),
  ).toBeVisible();
  // The newest is first; another test of this race may have sent a line like it before.
  const sent = async () =>
    (await course.flags()).slice(0, 2).map(({ StateId, SectorId }) => [StateId, SectorId !== null]);
  await expect.poll(sent).toEqual([
    [FLAGS.yellow, false],
    [FLAGS.yellow, true],
  ]);
});

test('cleaning flags names the cars whose SOS it clears, and asks first', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  await flagButton(page, TEXTS.flags.names[FLAGS.yellow]).click();
  await expect(bar(page).getByText(TEXTS.flags.names[FLAGS.yellow], { exact: true })).toBeVisible();
  course.car('11').say('sos');
  await expect(sosCard(page, '11')).toBeVisible();

  await button(page, TEXTS.race.cleanFlags).click();
  await expect(dialog(page)).toContainText(words.cleanSos('11'));
  await button(dialog(page), TEXTS.no).click();
  await expect(sosCard(page, '11')).toBeVisible();

  await button(page, TEXTS.race.cleanFlags).click();
  await button(dialog(page), TEXTS.yes).click();
  await expect(notice(page, words.cleaned)).toBeVisible();
  await expect(sosCard(page, '11')).toHaveCount(0);
  await expect(bar(page).getByText(TEXTS.race.noFlag)).toBeVisible();
});
