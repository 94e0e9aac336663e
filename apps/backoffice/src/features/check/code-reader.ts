/** Reads a code from a frame of the camera. */

/** Part of the Barcode Detection API, which not every browser has. */
interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The text of a code in this frame; null if there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

const FORMAT = 'qr_code';
/** Wide enough for a code that fills a third of the frame. */
const WIDTH = 640;

const nativeReader = async (): Promise<ReadCode | null> => {
  const { BarcodeDetector } = window as { readonly BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return null;
  if (!(await BarcodeDetector.getSupportedFormats()).includes(FORMAT)) return null;
  const detector = new BarcodeDetector({ formats: [FORMAT] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
};

/** Loaded only where the browser reads no codes itself. */
const ownReader = async (): Promise<ReadCode> => {
  const { default: decode } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (context === null || video.videoWidth === 0) return null;
    canvas.width = Math.min(WIDTH, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decode(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null; // no code in this frame
    }
  };
};

export const createCodeReader = async (): Promise<ReadCode> => (await nativeReader()) ?? ownReader();
