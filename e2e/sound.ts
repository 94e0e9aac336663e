/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';

/** Measures a page's audio output: everything sent to it also passes a meter. */

declare global {
  interface Window {
    /** The loudest sample of the last `seconds`, 0 to 1; 0 while the browser lets no sound through. */
    soundLevel: (seconds: number) => number;
  }
}

/** At 44.1 kHz longer than a pulse of the siren and the pause after it; the most that a meter can look back. */
const METER_SAMPLES = 32_768;
const METER_S = METER_SAMPLES / 48_000;
/** A page that draws in software may answer once in seconds: as many meters hear the same, each later by one's length. */
const METERS = 12;

/** Call it before a page of the context is opened. */
export const meterSound = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    ({ fftSize, meterS, count }) => {
      /** The newest first. */
      const chains: AnalyserNode[][] = [];
      const prototype = AudioNode.prototype as { connect: (this: AudioNode, ...to: unknown[]) => unknown };
      const { connect } = prototype;
      prototype.connect = function (this: AudioNode, ...to: unknown[]) {
        if (to[0] instanceof AudioDestinationNode) {
          const chain = Array.from({ length: count }, () => new AnalyserNode(this.context, { fftSize }));
          chain.forEach((meter, index) => {
            const delayTime = index * meterS;
            const delay = new DelayNode(this.context, { delayTime, maxDelayTime: Math.max(1, delayTime) });
            connect.call(this, delay);
            connect.call(delay, meter);
          });
          chains.push(chain);
        }
        return connect.apply(this, to);
      };
      window.soundLevel = (seconds) => {
        const samples = new Float32Array(fftSize);
        const looked = chains.flatMap((chain) => chain.slice(0, Math.ceil(seconds / meterS)));
        return Math.max(
          0,
          ...looked.map((meter) => {
            if (meter.context.state !== 'running') return 0;
            meter.getFloatTimeDomainData(samples);
            return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
          }),
        );
      };
    },
    { fftSize: METER_SAMPLES, meterS: METER_S, count: METERS },
  );

/** Below is rounding of a stopped tone. */
const AUDIBLE = 0.05;

const levelOf = (page: Page, seconds: number): Promise<number> =>
  page.evaluate((last) => window.soundLevel(last), seconds);

export const isSounding = async (page: Page): Promise<boolean> => (await levelOf(page, METER_S)) > AUDIBLE;

/** For a sound that may be over before a busy page answers. */
export const soundedLately = async (page: Page): Promise<boolean> =>
  (await levelOf(page, METERS * METER_S)) > AUDIBLE;
