import { createXmlParser, FileError } from '@flagpost/file-formats';
import {
  RecordingError,
  checkedPlace,
  checkedTime,
  createTimeOrder,
  type RecordedFix,
  type Recording,
} from './recording.js';

const MPS_TO_KPH = 3.6;
const WANTED = new Set(['speed', 'course', 'heading', 'time']);

interface Point {
  readonly line: number;
  readonly lat: string | undefined;
  readonly lon: string | undefined;
  /** Texts of the child elements, by name. */
  readonly texts: Map<string, string>;
}

const number = (text: string | undefined): number => (text?.trim() ? Number(text) : NaN);

/** GPX gives speeds in m/s. */
const fixOf = ({ line, lat, lon, texts }: Point): RecordedFix | null => {
  const place = checkedPlace(line, number(lat), number(lon));
  const time = texts.get('time')?.trim();
  if (!time) return null;
  const t = Date.parse(time);
  if (Number.isNaN(t)) throw new RecordingError(line, `'${time}' is not a time`);
  const speed = number(texts.get('speed'));
  const heading = number(texts.get('course') ?? texts.get('heading'));
  return {
    t: checkedTime(line, t),
    ...place,
    ...(Number.isNaN(speed) ? {} : { speedKph: speed * MPS_TO_KPH }),
    ...(Number.isNaN(heading) ? {} : { headingDeg: heading }),
  };
};

/** Reads the track points of a GPX file that have a time, in any namespace. @throws RecordingError */
export const readGpx = (text: string): Recording => {
  const fixes: RecordedFix[] = [];
  const inOrder = createTimeOrder();
  let point: Point | null = null;
  const untimed: number[] = [];
  let content = '';
  const parser = createXmlParser({
    open(name, attributes) {
      content = '';
      if (name.toLowerCase() === 'trkpt')
        point = { line: parser.line, lat: attributes['lat'], lon: attributes['lon'], texts: new Map() };
    },
    text: (more) => void (content += more),
    close(name) {
      const tag = name.toLowerCase();
      if (point === null) return;
      if (WANTED.has(tag)) point.texts.set(tag, content);
      if (tag !== 'trkpt') return;
      const fix = fixOf(point);
      if (fix === null) untimed.push(point.line);
      else {
        inOrder(point.line, fix.t);
        fixes.push(fix);
      }
      point = null;
    },
  });
  try {
    parser.write(text.replace(/^\uFEFF/, ''));
    parser.close();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new RecordingError(error.line ?? parser.line, `this is not a complete GPX file (${error.reason})`);
  }
  if (fixes.length > 0) return { fixes, startLine: null, finishLine: null };
  const [firstUntimed] = untimed;
  throw firstUntimed === undefined
    ? new RecordingError(parser.line, 'the file ends without a track point')
    : new RecordingError(firstUntimed, 'the track points have no time');
};
