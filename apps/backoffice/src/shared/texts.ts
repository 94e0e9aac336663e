import { TEXTS as AUDIT } from './texts/audit.js';
import { TEXTS as CHECK } from './texts/check.js';
import { TEXTS as COMPETITORS } from './texts/competitors.js';
import { TEXTS as DRIVE } from './texts/drive.js';
import { TEXTS as EDITOR } from './texts/editor.js';
import { TEXTS as EVENTS } from './texts/events.js';
import { TEXTS as GALLERY } from './texts/gallery.js';
import { TEXTS as HISTORY } from './texts/history.js';
import { TEXTS as IMPORTS } from './texts/imports.js';
import { TEXTS as INSTITUTIONS } from './texts/institutions.js';
import { TEXTS as PUSH } from './texts/push.js';
import { TEXTS as SECTORS } from './texts/sectors.js';
import { TEXTS as TABLES } from './texts/tables.js';
import { TEXTS as TRACK_DRIVE } from './texts/track-drive.js';
import { TEXTS as TRACK_GEOMETRY } from './texts/track-geometry.js';
import { TEXTS as TRACK_IMPORT } from './texts/track-import.js';
import { TEXTS as RACE } from './texts/race.js';
import { TEXTS as RACE_CHANGE } from './texts/race-change.js';

/** All texts of the screens, for tests. A screen imports and loads only its own part. */
export const TEXTS = {
  ...AUDIT,
  ...CHECK,
  ...COMPETITORS,
  ...DRIVE,
  ...EDITOR,
  ...EVENTS,
  ...HISTORY,
  ...IMPORTS,
  ...INSTITUTIONS,
  ...PUSH,
  ...RACE,
  ...RACE_CHANGE,
  ...SECTORS,
  ...TABLES,
  ...TRACK_DRIVE,
  ...TRACK_GEOMETRY,
  ...TRACK_IMPORT,
  ...GALLERY,
};
