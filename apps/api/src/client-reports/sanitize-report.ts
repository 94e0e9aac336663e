import type { ClientReport } from '@flagpost/contracts';
import { withoutSecrets } from './secrets.js';

const ADDRESS = /(?<![^\s@/:"'<>()])[^\s@/:"'<>()]+@[^\s@/:"'<>()]+/g;
/** Control and formatting characters, which could manipulate a terminal; the log's JSON escapes line breaks. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const plain = (text: string): string =>
  withoutSecrets(text.replace(UNSEEN, '')).replace(ADDRESS, '[address]');

/** A report as it is logged, without personal data: its sender is not authenticated, and errors may quote user input. */
export const sanitizeReport = ({ reportId, message, stack, path }: ClientReport) => ({
  reportId,
  fault: plain(message),
  stack: plain(stack),
  path: plain(path.replace(/[?#].*$/s, '')),
});
