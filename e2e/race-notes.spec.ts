import { LIMITS, type NoteRow } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expect, test } from './shared-race.js';
import { button, feed } from './screen.js';

const words = TEXTS.feed.note;

test('a note is written by keyboard, and every viewer reads it', async ({ course, screenOf }) => {
  const text = 'Medical car out at bend 3';
  const [page, viewer] = [await screenOf('director'), await screenOf('viewer')];
  await expect(button(feed(viewer), words.write)).toHaveCount(0);
  await button(feed(page), TEXTS.feed.filters.flags).click();

  await button(feed(page), words.write).focus();
  await page.keyboard.press('Enter');
  const field = feed(page).getByRole('textbox', { name: words.text });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(feed(page).getByRole('alert')).toBeVisible();

  await page.keyboard.type(text);
  await expect(feed(page).getByText(TEXTS.flags.characters(text.length, LIMITS.note))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(button(feed(page), words.write)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(text);
  await page.keyboard.press('Enter');

  // Under the filter it would not be seen.
  for (const each of [page, viewer]) await expect(feed(each).locator('.feed-note')).toContainText(text);
  await expect(field).toHaveCount(0);
  const { body } = await course.director.call<NoteRow[]>('GET', `/events/notes/${course.eventId}`);
  expect(body[0]).toMatchObject({ Text: text, WrittenBy: { Name: expect.any(String) } });
});

test('a phone writes a note in its sheet, and Escape closes the form alone', async ({ course, windowOf }) => {
  const phone = await windowOf('director', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await phone.newPage();
  await page.goto(`${course.url}/map/${course.eventId}`);
  await page.locator('.race-foot').getByRole('button', { name: TEXTS.feed.title, exact: true }).click();
  await button(feed(page), words.write).click();
  const field = feed(page).getByRole('textbox', { name: words.text });
  await field.fill('Rain');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await button(feed(page), words.write).click();
  await expect(field).toHaveValue('Rain');
  await button(feed(page), words.save).click();
  await expect(feed(page).locator('.feed-note').first()).toContainText('Rain');
});
