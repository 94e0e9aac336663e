import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { TEXTS } from '../../shared/texts.js';
import { checkAnswer, checkCar } from '../../testing/check.js';
import { button, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.check;
const LINK = `https://race.example/drive/${'x'.repeat(43)}`;

/** What the camera of the spec sees; null: the browser denies it. */
let seen: string[] | null;
let stopped: number;

class SpecDetector {
  static getSupportedFormats = async (): Promise<string[]> => ['qr_code'];
  detect = async (): Promise<{ rawValue: string }[]> => (seen ?? []).map((rawValue) => ({ rawValue }));
}

window.HTMLMediaElement.prototype.play = async () => undefined;

beforeEach(() => {
  seen = [];
  stopped = 0;
  Object.assign(window, { BarcodeDetector: SpecDetector });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: async () => {
        if (seen === null) throw new Error('denied');
        return { getTracks: () => [{ stop: () => (stopped += 1) }] };
      },
    },
  });
});
afterEach(() => {
  leave();
  Reflect.deleteProperty(window, 'BarcodeDetector');
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const open = (answers: Parameters<typeof openAs>[2] = {}) =>
  openAs('director', '/check/12', {
    'GET /check/12': ok(checkAnswer([checkCar('12', { InvitationId: 71 })])),
    'POST /check/12/scan': ok({ InvitationId: 71 }),
    ...answers,
  });

describe('the scanner of the check', () => {
  it('opens the row of the code in front of the camera, and lets the camera go', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: words.scan }));
    expect(screen.getByText(words.scanLead)).toBeTruthy();
    seen = [LINK];
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^12 / }).getAttribute('aria-expanded')).toBe('true'),
    );
    expect(sent()).toEqual([{ Code: LINK }]);
    await waitFor(() => expect(stopped).toBeGreaterThan(0));
    expect(screen.queryByText(words.scanLead)).toBeNull();
  });

  it('says what a code is not, asks once for it, and goes on', async () => {
    const { user, sent } = open({ 'POST /check/12/scan': refused(418, { message: 'Of no car.' }) });
    seen = [LINK];
    await user.click(await screen.findByRole('button', { name: words.scan }));
    expect(await screen.findByText('Of no car.')).toBeTruthy();
    expect(sent()).toHaveLength(1);
    await user.click(button(words.stopScan));
    await waitFor(() => expect(stopped).toBeGreaterThan(0));
  });

  it('asks for the number if the camera is denied, or there is none', async () => {
    seen = null;
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: words.scan }));
    expect(await screen.findByText(words.noCamera)).toBeTruthy();
    leave();
    Reflect.deleteProperty(navigator, 'mediaDevices');
    open();
    expect(await screen.findByText(words.noCamera)).toBeTruthy();
    expect(screen.queryByRole('button', { name: words.scan })).toBeNull();
  });
});
