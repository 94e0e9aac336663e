/**
 * Names under which the client keeps things on a device. Whoever has something under a former name loses it, so these never
 * change; the spec beside this file lists them.
 */

/** The session as it outlives the page: four cookies, named as the specification names them. */
export const SESSION_COOKIES = {
  token: 'token',
  refreshToken: 'refreshToken',
  user: 'user',
  club: 'club',
} as const;

/** In local storage. */
export const STORAGE_KEYS = {
  /** Read by the other tabs of this browser: who is logged in. */
  session: 'session',
  language: 'flagpost.language',
  menu: 'flagpost.menu',
  theme: 'flagpost.theme',
  liveMapTheme: 'flagpost.theme.liveMap',
  imagery: 'flagpost.imagery',
  flagKeys: 'flagpost.flagKeys',
} as const;

/** Web lock under which the tabs of a browser renew a session one after the other, whichever release each runs. */
export const RENEWAL_LOCK = 'flagpost.renewal';

export const PANEL_NAMES = ['cars', 'offline', 'categories', 'timers'] as const;
export type PanelName = (typeof PANEL_NAMES)[number];
/** In local storage: whether a panel of the live map is folded. */
export const panelKey = (name: PanelName): string => `flagpost.panel.${name}`;
