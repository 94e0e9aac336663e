/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';

/** What a page's loudspeaker would play, measured: everything that goes to it also goes through a meter. */

declare global {
  interface Window {
    /** The loudest sample of the last 0.7 s, 0 to 1; 0 while the browser lets no sound through. */
    soundLevel: () => number;
  }
}

/** At 44.1 kHz longer than a pulse of the siren and the pause after it. */
const METER_SAMPLES = 32_768;

/** Call it before a page of the context is opened. */
export const meterSound = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((fftSize) => {
    const meters: AnalyserNode[] = [];
    const prototype = AudioNode.prototype as { connect: (this: AudioNode, ...to: unknown[]) => unknown };
    const { connect } = prototype;
    prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (to[0] instanceof AudioDestinationNode) {
        const meter = new AnalyserNode(this.context, { fftSize });
        connect.call(this, meter);
        meters.push(meter);
      }
      return connect.apply(this, to);
    };
    window.soundLevel = () => {
      const samples = new Float32Array(fftSize);
      return Math.max(
        0,
        ...meters.map((meter) => {
          if (meter.context.state !== 'running') return 0;
          meter.getFloatTimeDomainData(samples);
          return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
        }),
      );
    };
  }, METER_SAMPLES);

/** Below is rounding of a stopped tone. */
const AUDIBLE = 0.05;

export const isSounding = async (page: Page): Promise<boolean> =>
  (await page.evaluate(() => window.soundLevel())) > AUDIBLE;
