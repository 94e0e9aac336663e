import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import encodeQR from 'qr';
import { CHROMIUM_PATH } from './chromium.js';

/** A camera that a test plays: Chromium shows a page the frames of a file in place of a real one. */

const SIZE = { width: 640, height: 480 };
/** Half of the height: as a code that is held before a tablet. */
const CODE_PX = 260;
const [WHITE, BLACK, GREY] = [235, 16, 128];

/** Writes what the camera sees: the code of a text on a white sheet. */
const writeFilm = async (path: string, text: string): Promise<void> => {
  const code = encodeQR(text, 'raw', { ecc: 'medium' });
  const pixels = Math.floor(CODE_PX / code.length);
  const { width, height } = SIZE;
  const luma = Buffer.alloc(width * height, WHITE);
  const [left, top] = [width, height].map((side) => Math.floor((side - pixels * code.length) / 2));
  code.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let line = 0; line < pixels; line += 1) {
        const at = ((top ?? 0) + y * pixels + line) * width + (left ?? 0) + x * pixels;
        luma.fill(BLACK, at, at + pixels);
      }
    }),
  );
  const chroma = Buffer.alloc((width * height) / 2, GREY);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;
  await writeFile(path, Buffer.concat([Buffer.from(head), Buffer.from('FRAME\n'), luma, chroma]));
};

/** Uses a browser of its own, whose camera shows the code of a text, and whose user lets pages use it. */
export const withCamera = async (
  text: string,
  args: readonly string[],
  use: (browser: Browser) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'flagpost-camera-'));
  const film = join(folder, 'code.y4m');
  await writeFilm(film, text);
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
};
