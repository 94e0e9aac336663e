import type { ClientReport } from '@flagpost/contracts';
import { withoutSecrets } from './secrets.js';

const ADDRESS = /(?<![^\s@/:"'<>()])[^\s@/:"'<>()]+@[^\s@/:"'<>()]+/g;
/** Neither moves the cursor of a terminal nor turns the direction of a line; the log's JSON escapes its line ends. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const plain = (text: string): string =>
  withoutSecrets(text.replace(UNSEEN, '')).replace(ADDRESS, '[address]');

/** A report as the log holds it: anybody may have written it, and what an error tells may hold what a person typed. */
export const toldOf = ({ reportId, message, stack, path }: ClientReport) => ({
  reportId,
  fault: plain(message),
  stack: plain(stack),
  path: plain(path.replace(/[?#].*$/s, '')),
});
