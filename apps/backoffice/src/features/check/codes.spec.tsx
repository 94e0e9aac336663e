import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import decode from 'qr/decode.js';
import encodeQR from 'qr';
import { TEXTS } from '../../shared/texts.js';
import { checkAnswer, checkCar } from '../../testing/check.js';
import { leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.check;
afterEach(leave);

const code = (InvitationId: number, CarNumber: string | null) => ({
  InvitationId,
  CarNumber,
  Driver: `Driver ${InvitationId}`,
  Link: `/drive/${String(InvitationId).repeat(43)}`,
});
const open = (answers: Parameters<typeof openAs>[2] = {}, changes = {}) =>
  openAs('director', '/check/12/codes', {
    'GET /check/12': ok(checkAnswer([checkCar('12')], changes)),
    'POST /check/12/codes': ok([code(1, '12'), code(2, '7'), code(3, null)]),
    ...answers,
  });

describe('the sheet of codes', () => {
  it('is made when somebody asks for it, in order of the numbers', async () => {
    const { user, calls } = open();
    const make = await screen.findByRole('button', { name: words.makeCodes });
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.click(make);
    const sheet = within(await screen.findByRole('list', { name: words.codes }));
    expect(sheet.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
      words.codeOf(words.noNumber),
      words.codeOf('7'),
      words.codeOf('12'),
    ]);
    expect(sheet.getAllByText('Rally Alba')).toHaveLength(3);
    expect(screen.getByRole('button', { name: words.print })).toBeTruthy();
  });

  it('says why it is refused, and makes none after the event', async () => {
    const { user } = open({ 'POST /check/12/codes': refused(418, { message: 'Not now.' }) });
    await user.click(await screen.findByRole('button', { name: words.makeCodes }));
    expect(await screen.findByText('Not now.')).toBeTruthy();
    leave();
    open({}, { Past: true });
    expect(await screen.findByText(words.codesPast)).toBeTruthy();
    expect(screen.queryByRole('button', { name: words.makeCodes })).toBeNull();
  });
});

it('a code that the sheet draws is read by the scanner that is loaded where the browser has none', () => {
  const link = `https://race.example/drive/${'aB3_-'.repeat(8)}xyz`;
  const modules = encodeQR(link, 'raw', { ecc: 'medium' });
  const scale = 6;
  const width = modules.length * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let dy = 0; dy < scale; dy += 1)
        for (let dx = 0; dx < scale; dx += 1)
          data.fill(
            0,
            ((y * scale + dy) * width + x * scale + dx) * 4,
            ((y * scale + dy) * width + x * scale + dx) * 4 + 3,
          );
    }),
  );
  expect(decode({ width, height: width, data })).toBe(link);
});
