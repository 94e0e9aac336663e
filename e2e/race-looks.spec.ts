import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expect, test } from './shared-race.js';
import { bar, button, notice, openSos, sosCard } from './screen.js';
import { faults, shifts, watchShifts } from './screens/faults.js';
import { SIZES } from './screens/places.js';

/** More than the list of cards shows at once. */
const HELP = ['5', '7', '9', '11'];

for (const size of SIZES) {
  test(`no flag is covered, no text cut and nothing moves by itself at ${size.width} x ${size.height}`, async ({
    course,
    screenOf,
  }) => {
    course.car('3').confirms = false;
    const page = await screenOf('director');
    await page.setViewportSize(size);
    await expect.poll(() => faults(page)).toEqual([]);

    await watchShifts(page);
    for (const carNumber of HELP) course.car(carNumber).say('sos');
    for (const carNumber of HELP) await sosCard(page, carNumber).waitFor();
    await expect(notice(page, TEXTS.sos.title)).toBeVisible();
    await expect.poll(() => faults(page)).toEqual([]);
    await expect(notice(page, TEXTS.sos.title)).toBeHidden({ timeout: 20_000 });

    await course.director.call('POST', '/flagRecords', { EventId: course.eventId, StateId: FLAGS.red });
    await expect(bar(page).getByText(TEXTS.flags.names[FLAGS.red], { exact: true })).toBeVisible();
    for (const carNumber of HELP) await button(sosCard(page, carNumber), TEXTS.sos.acknowledge).click();
    await expect.poll(() => faults(page)).toEqual([]);
    for (const carNumber of HELP) {
      await openSos(page, carNumber);
      await button(sosCard(page, carNumber), TEXTS.sos.clear).click();
      await button(sosCard(page, carNumber), TEXTS.yes).click();
      await expect(sosCard(page, carNumber)).toHaveCount(0);
    }
    expect(await shifts(page)).toEqual([]);
  });
}
