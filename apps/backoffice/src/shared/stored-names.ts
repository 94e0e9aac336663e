/**
 * Names under which the client stores data on a device. Data under a former name would be lost, so these never change;
 * the spec beside this file lists them.
 */

/** The persisted session: four cookies, with the names of the specification. */
export const SESSION_COOKIES = {
  token: 'token',
  refreshToken: 'refreshToken',
  user: 'user',
  club: 'club',
} as const;

/** In local storage. */
export const STORAGE_KEYS = {
  /** Id of the user who is logged in, for the other tabs of this browser. */
  session: 'session',
  language: 'flagpost.language',
  menu: 'flagpost.menu',
  theme: 'flagpost.theme',
  liveMapTheme: 'flagpost.theme.liveMap',
  imagery: 'flagpost.imagery',
  flagKeys: 'flagpost.flagKeys',
  carsBox: 'flagpost.carsBox',
  /** Id of the timer in the bar of the live map. */
  pinnedTimer: 'flagpost.pinnedTimer',
  /** The language of this browser's push messages, if it is subscribed. */
  pushLanguage: 'flagpost.pushLanguage',
  /** The address at its push service that this browser has told the server. */
  pushEndpoint: 'flagpost.pushEndpoint',
  /** The key of the server that it was made for. */
  pushKey: 'flagpost.pushKey',
} as const;

/** Web lock under which the tabs of a browser renew a session one after the other, whichever release each runs. */
export const RENEWAL_LOCK = 'flagpost.renewal';

/** The IndexedDB database of an invitation's page, and the web lock of the tab that drives: by the beginning of its secret. */
const ofLink = (secret: string): string => secret.slice(0, 16);
/** How the names of those databases begin. */
export const DRIVE_DATABASES = 'flagpost.drive.';
export const driveDatabase = (secret: string): string => `${DRIVE_DATABASES}${ofLink(secret)}`;
export const driveLock = (secret: string): string => `flagpost.drive.${ofLink(secret)}`;

/** The cache of the service worker of that page, by a digest of its files; those of former builds begin alike. */
export const DRIVE_CACHES = 'flagpost.drive.';

export const PANEL_NAMES = ['cars', 'offline', 'categories', 'timers'] as const;
export type PanelName = (typeof PANEL_NAMES)[number];
/** In local storage: whether a panel of the live map is folded. */
export const panelKey = (name: PanelName): string => `flagpost.panel.${name}`;
/** In local storage: what a user has drawn of an event's map and not saved. */
export const keptDrawingKey = (eventId: number, userId: number): string =>
  `flagpost.drawing.${eventId}.${userId}`;
/** Its former name: of whichever user drew last. */
export const formerKeptDrawingKey = (eventId: number): string => `flagpost.drawing.${eventId}`;
