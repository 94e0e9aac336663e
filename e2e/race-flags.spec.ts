import { FIELD_TEXTS, FLAGS, LIMITS, REFUSALS, type FlagRequest } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { signIn } from '@flagpost/race-testing/calls';
import { CARS, CATEGORIES, EMAILS, expect, SAFETY_CAR_DELAY_S, test } from './shared-race.js';
import {
  alerts,
  bar,
  button,
  carRow,
  carTick,
  count,
  dialog,
  feed,
  flagButton,
  liveMap,
  notice,
  panel,
  receivers,
  sosCard,
  stateChip,
  stateStrip,
  unfold,
} from './screen.js';
import { faults } from './screens/faults.js';
import { PHONE } from './screens/places.js';

const words = TEXTS.flags;
const RED = TEXTS.flags.names[FLAGS.red];
const GREEN = TEXTS.flags.names[FLAGS.green];
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
  await expect.poll(() => count(page, 'Offline')).toBe(1);

  await flagButton(page, RED).click();
  await expect(dialog(page)).toContainText(words.sendTo(RED, words.allCars));
  await button(dialog(page), TEXTS.no).click();
  expect((await course.flags()).filter(({ ClearedAt }) => ClearedAt === null)).toEqual([]);

  await flagButton(page, RED).click();
  await button(dialog(page), TEXTS.yes).click();
  const line = TEXTS.feed.confirmed(TEXTS.feed.flag(RED, words.allCars), CARS - 3, CARS);
  await expect(feed(page).getByText(line, { exact: true })).toBeVisible();
  await expect(bar(page)).toContainText(TEXTS.race.share(CARS - 3, CARS));

  await button(feed(page), TEXTS.feed.unconfirmed(3)).click();
  const missing = dialog(page).getByRole('listitem');
  await expect(missing).toHaveCount(3);
  for (const { carNumber, isSilent } of [unreachable!, ...quiet]) {
    const its = missing.filter({ has: page.getByText(carNumber, { exact: true }) });
    await expect(its).toContainText(isSilent ? words.notReachable : /, not confirmed/);
  }
  await button(dialog(page), words.sendAgain).click();
  await expect
    .poll(async () => (await course.flags())[0])
    .toMatchObject({
      StateId: FLAGS.red,
      InvitationsSelected: [unreachable!, ...quiet].map(({ invitationId }) => invitationId),
    });
  for (const car of quiet) car.confirms = true;
  await expect(feed(page).getByText(/^Red to Car .*, 2 of 3 confirmed$/)).toBeVisible();
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

test('a red from another director ends the countdown unsent, and the feed says so', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('director');
  await flagButton(page, SAFETY_CAR).click();
  await expect(dialog(page).getByRole('timer')).toContainText(/\d/);
  const deputy = await signIn(course.url, EMAILS.deputy);
  const red: FlagRequest = { EventId: course.eventId, StateId: FLAGS.red, InvitationsSelected: [] };
  expect((await deputy.call('POST', '/flagRecords', red)).status).toBe(201);
  await expect(dialog(page)).toHaveCount(0);
  await expect(feed(page).getByText(/^S\/C not sent: .* sent Red$/)).toBeVisible();
  // Longer than the count that was ended.
  await page.waitForTimeout((SAFETY_CAR_DELAY_S + 1) * 1_000);
  expect((await course.flags())[0]).toMatchObject({ StateId: FLAGS.red });
});

test('red is lifted after a question, and the other director gets a caution', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('director');
  const deputy = await screenOf('deputy');
  const red: FlagRequest = { EventId: course.eventId, StateId: FLAGS.red, InvitationsSelected: [] };
  await course.director.call('POST', '/flagRecords', red);
  await expect(bar(page)).toContainText(RED);
  const sent = async (): Promise<number> => (await course.flags()).length;
  const before = await sent();

  // By mouse, then by keys: Enter alone lifts nothing.
  await flagButton(page, GREEN).click();
  await expect(dialog(page)).toContainText(words.liftQuestion(GREEN, words.allCars));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(words.redInForce);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await flagButton(page, SAFETY_CAR).click();
  await expect(dialog(page)).toContainText(words.liftQuestion(SAFETY_CAR, words.allCars));
  await button(dialog(page), TEXTS.no).click();
  expect(await sent()).toBe(before);

  await flagButton(page, GREEN).click();
  await button(dialog(page), words.liftRed).click();
  await expect.poll(async () => (await course.flags())[0]?.StateId).toBe(FLAGS.green);
  await expect(bar(page)).toContainText(GREEN);
  const caution = TEXTS.cautions.lifted(GREEN);
  const card = alerts(deputy).getByRole('listitem').filter({ hasText: caution });
  await expect(card).toContainText(/by /);
  await expect(alerts(page).getByText(caution)).toHaveCount(0);
  // A card that has just come takes no press.
  await expect(async () => {
    if ((await card.count()) > 0)
      await button(card, TEXTS.cautions.dismiss(caution)).click({ timeout: 1_000 });
    await expect(card).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});

test('a penalty and a black flag go to one driver only', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  const before = (await course.flags()).length;
  await carTick(page, '1').click();
  await carTick(page, '2').click();
  await expect(receivers(page)).toHaveText(words.someCars('1, 2', 0));
  await flagButton(page, PENALTY).click();
  await expect(notice(page, words.onlyOne)).toBeVisible();
  expect(await course.flags()).toHaveLength(before);

  await carTick(page, '2').click();
  await flagButton(page, PENALTY).click();
  await expect(feed(page).getByText(/^Penalty to Car 1, \d of 1/)).toBeVisible();
  // The choice of receivers is dropped after each sending.
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

test('looking at a car does not address it, and the banner says who is', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  const detail = panel(page, TEXTS.car.title('5'));
  const banner = page.locator('.receivers');
  await carRow(page, '5').click();
  await expect(detail).toBeVisible();
  await expect(receivers(page)).toHaveText(words.allCars);
  await carRow(page, '5').click();
  await expect(detail).toHaveCount(0);

  // 'Send to this car', and back by a second press or by the banner.
  await carRow(page, '5').click();
  const plain = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
  await button(detail, TEXTS.car.sendTo).click();
  await expect(receivers(page)).toHaveText(words.someCars('5', 0));
  await expect(banner).not.toHaveCSS('background-color', plain);
  await carRow(page, '6').click();
  await expect(receivers(page)).toHaveText(words.someCars('5', 0));
  await button(banner, words.allCars).click();
  await expect(receivers(page)).toHaveText(words.allCars);

  // Red asks for all cars whoever is chosen; 'Only car 7' is an answer of its own.
  await carTick(page, '7').click();
  await flagButton(page, RED).click();
  await expect(dialog(page)).toContainText(words.sendTo(RED, words.allCars));
  await expect(button(dialog(page), words.yesAll)).toBeFocused();
  await button(dialog(page), words.onlyCars('7', 0)).click();
  await expect(feed(page).getByText(/^Red to Car 7, \d of 1/)).toBeVisible();

  await carTick(page, '7').click();
  await flagButton(page, RED).click();
  await expect(button(dialog(page), words.yesAll)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await course.flags())[0]?.InvitationsSelected).toEqual([]);
});

test('a category is addressed by the chooser, and gets any flag but a driver’s own', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('director');
  const before = (await course.flags()).length;
  // The filter of the view addresses nobody.
  await unfold(page, TEXTS.panels.categories);
  await panel(page, TEXTS.panels.categories)
    .getByRole('checkbox', { name: CATEGORIES[0], exact: true })
    .click();
  await expect(receivers(page)).toHaveText(words.allCars);

  const chosen = words.someCategories(CATEGORIES[1], 0, CARS / CATEGORIES.length);
  const choose = async (): Promise<void> => {
    await button(page.locator('.receivers'), words.choose).click();
    await button(dialog(page), words.categoryChip(CATEGORIES[1], CARS / CATEGORIES.length)).click();
    await expect(receivers(page)).toHaveText(chosen);
    await button(dialog(page), TEXTS.close).last().click();
    await expect(dialog(page)).toHaveCount(0);
  };
  await choose();
  for (const flag of [PENALTY, BLACK]) {
    await flagButton(page, flag).click();
    await expect(notice(page, words.onlyOne)).toBeVisible();
  }
  expect(await course.flags()).toHaveLength(before);

  const ofCategory = course.cars
    .filter((_, index) => index % CATEGORIES.length === 1)
    .map(({ invitationId }) => invitationId);
  await flagButton(page, TEXTS.flags.names[FLAGS.warning]).click();
  await expect.poll(async () => (await course.flags()).length).toBe(before + 1);
  const [warning] = await course.flags();
  expect(warning?.StateId).toBe(FLAGS.warning);
  expect([...(warning?.InvitationsSelected ?? [])].sort()).toEqual([...ofCategory].sort());
  await expect(receivers(page)).toHaveText(words.allCars);
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

  // All cars in one press, with a template; the draft outlives Escape.
  await flagButton(page, TEXTS.flags.names[FLAGS.message]).click();
  await button(dialog(page), words.templates[0]).click();
  await expect(field).toHaveValue(words.templates[0]);
  await expect(dialog(page)).toContainText(words.characters(words.templates[0].length, LIMITS.message));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await flagButton(page, TEXTS.flags.names[FLAGS.message]).click();
  await expect(field).toHaveValue(words.templates[0]);
  await button(dialog(page), words.allCars).click();
  await button(dialog(page), words.send).click();
  await expect.poll(async () => (await course.flags())[0]?.Message).toBe(words.templates[0]);
  expect((await course.flags())[0]?.InvitationsSelected).toHaveLength(CARS);

  // To a category, with a text that was sent before.
  await flagButton(page, TEXTS.flags.names[FLAGS.message]).click();
  await expect(field).toHaveValue('');
  await button(dialog(page), words.categoryChip(CATEGORIES[2], CARS / CATEGORIES.length)).click();
  await dialog(page)
    .getByRole('list', { name: words.recentTitle })
    .getByRole('button', { name: 'x'.repeat(LIMITS.message) })
    .click();
  await button(dialog(page), words.send).click();
  await expect
    .poll(async () => (await course.flags())[0]?.InvitationsSelected.length)
    .toBe(CARS / CATEGORIES.length);

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

  // Every car is told of it: with chosen receivers it is refused, and with all of them it goes on.
  await carTick(page, '3').click();
  await flagButton(page, yellow).click();
  await expect(notice(page, words.sectorForAll)).toBeVisible();
  await carTick(page, '3').click();

  await flagButton(page, yellow).click();
  await expect(feed(page).getByText(/^Yellow.*Sector 2/)).toBeVisible();
  const ofSectors = page.getByRole('status', { name: TEXTS.stateStrip.sectorFlags });
  const inSector = TEXTS.stateStrip.sectorFlag(words.sector(2), yellow);
  await expect(ofSectors).toContainText(inSector);
  await expect(bar(page).getByText(TEXTS.race.noFlag)).toBeVisible();
  await expect(button(page, words.wholeTrack)).toBeVisible();

  // On a phone the strip is a button of the bar, which lists the same.
  const filterHides = TEXTS.stateStrip.filterHides(CARS / CATEGORIES.length);
  await unfold(page, TEXTS.panels.categories);
  const category = panel(page, TEXTS.panels.categories).getByRole('checkbox', { name: CATEGORIES[0] });
  await category.click();
  await expect(stateStrip(page)).toContainText(filterHides);
  const desk = page.viewportSize()!;
  await page.setViewportSize(PHONE);
  await expect(stateStrip(page)).toHaveCount(0);
  const chip = stateChip(page);
  const both = `${TEXTS.stateStrip.sectorFlags}, ${filterHides}`;
  await expect(chip).toHaveAccessibleName(`${TEXTS.stateStrip.title}: ${both}`);
  const place = await chip.boundingBox();
  await chip.click();
  for (const line of [inSector, filterHides]) await expect(stateStrip(page)).toContainText(line);
  expect(await faults(page)).toEqual([]);
  await chip.click();
  await page.setViewportSize(desk);
  await category.click();
  await page.setViewportSize(PHONE);
  await expect(chip).toHaveAccessibleName(`${TEXTS.stateStrip.title}: ${TEXTS.stateStrip.sectorFlags}`);
  expect(await chip.boundingBox()).toEqual(place);
  await page.setViewportSize(desk);

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
  // On the map the second of three sectors is the south of the round course: a press chooses it, the next one lets it go.
  // Hidden cars cannot be where it is pressed.
  const everyCategory = panel(page, TEXTS.panels.categories).getByRole('checkbox', {
    name: TEXTS.panels.all,
  });
  await everyCategory.click();
  const { x, y, width, height } = (await liveMap(page).boundingBox())!;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const aside = Math.min(56, width * 0.12, height * 0.12);
  const pressSouth = async (shown: string): Promise<void> => {
    await page.mouse.click(middle.x, middle.y + Math.min(width, height) / 2 - aside);
    await expect(button(page, shown)).toBeVisible();
    // In the middle of the course is no track.
    await page.mouse.click(middle.x, middle.y);
    await expect(button(page, shown)).toBeVisible();
    await expect(receivers(page)).toHaveText(words.allCars);
  };
  await pressSouth(words.sector(2));
  await expect(page.locator('.receivers')).toContainText(words.hazardsAt(words.sector(2)));
  await pressSouth(words.wholeTrack);
  await everyCategory.click();

  // The yellow of the whole track leaves that of the sector, green ends both.
  await expect(ofSectors).toContainText(inSector);
  await flagButton(page, TEXTS.flags.names[FLAGS.green]).click();
  await expect(ofSectors).toHaveCount(0);
});

test('a flag is withdrawn from one car, which is told until the car confirms it, and from a category', async ({
  course,
  screenOf,
}) => {
  // Its driver confirms by the button alone, which names no flag.
  course.car('12').confirms = false;
  const page = await screenOf('director');
  const white = TEXTS.flags.names[FLAGS.white];
  await flagButton(page, white).click();
  const line = feed(page)
    .getByRole('listitem')
    .filter({ hasText: TEXTS.feed.flag(white, words.allCars) })
    .first();
  await line.getByRole('button', { name: words.withdrawOf(white) }).click();
  const question = line.getByRole('group', { name: words.withdrawOf(white) });
  await question.getByRole('combobox').selectOption({ label: words.withdrawCar('12') });
  await question.getByRole('button', { name: words.withdrawOf(white) }).click();
  await expect(question).toHaveCount(0);
  // Not by the number alone: a time of day may have it too.
  const withdrawn = feed(page).getByText('withdrawn, not confirmed').first();
  await expect(withdrawn).toContainText(TEXTS.cautions.cars('12', 0));
  // The newest order that the car has not confirmed is the withdrawal.
  course.car('12').say('flagConfirmed');
  await expect(feed(page).getByText('withdrawn, not confirmed')).toHaveCount(0);

  // From a category: it ends for its cars, and for nobody else.
  const [category] = CATEGORIES;
  await line.getByRole('button', { name: words.withdrawOf(white) }).click();
  const label = words.withdrawCategory(category, CARS / CATEGORIES.length);
  await question.getByRole('combobox').selectOption({ label });
  await question.getByRole('button', { name: words.withdrawOf(white) }).click();
  await expect(question).toHaveCount(0);
  const newest = (await course.flags()).find(({ StateId }) => StateId === FLAGS.white)!;
  const ofCategory = course.cars.filter((car) => car.category === category);
  expect(newest.Withdrawals.map(({ InvitationsSelected }) => new Set(InvitationsSelected))).toContainEqual(
    new Set(ofCategory.map(({ invitationId }) => invitationId)),
  );
  expect(newest.ClearedAt).toBeNull();
});

test('cleaning flags names the cars whose SOS it clears, and asks first', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  await flagButton(page, TEXTS.flags.names[FLAGS.yellow]).click();
  await expect(bar(page).getByText(TEXTS.flags.names[FLAGS.yellow], { exact: true })).toBeVisible();
  course.car('11').say('sos');
  await expect(sosCard(page, '11')).toBeVisible();

  await button(page, TEXTS.race.cleanFlags).click();
  await expect(dialog(page)).toContainText(words.cleanSos('11'));
  await expect(dialog(page)).not.toContainText(words.redInForce);
  await button(dialog(page), TEXTS.no).click();
  await expect(sosCard(page, '11')).toBeVisible();

  await course.director.call('POST', '/flagRecords', { EventId: course.eventId, StateId: FLAGS.red });
  await expect(bar(page).getByText(RED, { exact: true })).toBeVisible();
  await button(page, TEXTS.race.cleanFlags).click();
  await expect(dialog(page)).toContainText(words.redInForce);
  await expect(dialog(page)).toContainText(words.cleanSos('11'));
  await expect(button(dialog(page), TEXTS.no)).toBeFocused();
  await button(dialog(page), words.cleanFlagsOnly).click();
  await expect(bar(page).getByText(TEXTS.race.noFlag)).toBeVisible();
  await expect(sosCard(page, '11')).toBeVisible();

  await button(page, TEXTS.race.cleanFlags).click();
  await button(dialog(page), words.cleanAll).click();
  await expect(notice(page, words.cleaned).first()).toBeVisible();
  await expect(sosCard(page, '11')).toHaveCount(0);
  await expect(bar(page).getByText(TEXTS.race.noFlag)).toBeVisible();
});
