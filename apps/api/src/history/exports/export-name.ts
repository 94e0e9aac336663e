import type { PastExport } from '@flagpost/domain';
import { isoOf } from '../../http/times.js';

/** Characters that some systems do not allow in file names. */
const UNNAMEABLE = /[\\/:*?"<>|\p{Cc}\p{Cs}]+/gu;
const LONGEST_NAME = 80;

/** Basic format of ISO 8601, which has no colon. */
const compact = (epochMs: number): string => isoOf(epochMs).replace(/\.\d+/, '').replace(/[-:]/g, '');

/** A name with the event, the span and the number by which the log has the export. */
export const exportName = (
  eventName: string,
  { content, format, from, to }: Pick<PastExport, 'content' | 'format' | 'from' | 'to'>,
  exportId: number,
): string => {
  const named = Array.from(eventName.replace(UNNAMEABLE, ' ').trim()).slice(0, LONGEST_NAME).join('').trim();
  const span = from === to ? compact(from) : `${compact(from)}-${compact(to)}`;
  return [named, content, span, `${exportId}.${format}`].join(' ').trim();
};

/** RFC 6266: the name as it is, and in ASCII for readers that know no other. */
export const attachment = (fileName: string): string => {
  const ascii = fileName
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
