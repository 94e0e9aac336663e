import { english as auditEn } from '../../apps/backoffice/src/shared/texts/en/audit.js';
import { english as commonEn } from '../../apps/backoffice/src/shared/texts/en/common.js';
import { english as competitorsEn } from '../../apps/backoffice/src/shared/texts/en/competitors.js';
import { english as driveEn } from '../../apps/backoffice/src/shared/texts/en/drive.js';
import { english as eventsEn } from '../../apps/backoffice/src/shared/texts/en/events.js';
import { english as historyEn } from '../../apps/backoffice/src/shared/texts/en/history.js';
import { english as importsEn } from '../../apps/backoffice/src/shared/texts/en/imports.js';
import { english as tablesEn } from '../../apps/backoffice/src/shared/texts/en/tables.js';
import { spanish as auditEs } from '../../apps/backoffice/src/shared/texts/es/audit.js';
import { spanish as commonEs } from '../../apps/backoffice/src/shared/texts/es/common.js';
import { spanish as competitorsEs } from '../../apps/backoffice/src/shared/texts/es/competitors.js';
import { spanish as driveEs } from '../../apps/backoffice/src/shared/texts/es/drive.js';
import { spanish as eventsEs } from '../../apps/backoffice/src/shared/texts/es/events.js';
import { spanish as historyEs } from '../../apps/backoffice/src/shared/texts/es/history.js';
import { spanish as importsEs } from '../../apps/backoffice/src/shared/texts/es/imports.js';
import { spanish as tablesEs } from '../../apps/backoffice/src/shared/texts/es/tables.js';
import { italian as auditIt } from '../../apps/backoffice/src/shared/texts/it/audit.js';
import { italian as commonIt } from '../../apps/backoffice/src/shared/texts/it/common.js';
import { italian as competitorsIt } from '../../apps/backoffice/src/shared/texts/it/competitors.js';
import { italian as driveIt } from '../../apps/backoffice/src/shared/texts/it/drive.js';
import { italian as eventsIt } from '../../apps/backoffice/src/shared/texts/it/events.js';
import { italian as historyIt } from '../../apps/backoffice/src/shared/texts/it/history.js';
import { italian as importsIt } from '../../apps/backoffice/src/shared/texts/it/imports.js';
import { italian as tablesIt } from '../../apps/backoffice/src/shared/texts/it/tables.js';

const english = {
  ...auditEn,
  ...commonEn,
  ...competitorsEn,
  ...driveEn,
  ...eventsEn,
  ...historyEn,
  ...importsEn,
  ...tablesEn,
};

/** The texts of the organisers' screens, by language: a test reads the texts of pages in several. */
export const WORDS = {
  en: english,
  es: {
    ...auditEs,
    ...commonEs,
    ...competitorsEs,
    ...driveEs,
    ...eventsEs,
    ...historyEs,
    ...importsEs,
    ...tablesEs,
  },
  it: {
    ...auditIt,
    ...commonIt,
    ...competitorsIt,
    ...driveIt,
    ...eventsIt,
    ...historyIt,
    ...importsIt,
    ...tablesIt,
  },
} as const;
export type ScreenWords = (typeof WORDS)[keyof typeof WORDS];
