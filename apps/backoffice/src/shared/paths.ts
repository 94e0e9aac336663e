/** The addresses of the screens that exist. */
export const PATHS = {
  home: '/',
  login: '/login',
  events: '/events',
  liveMap: (eventId: number | string): string => `/map/${eventId}`,
} as const;

const LIVE_MAP = /^\/map\//;
export const isLiveMap = (pathname: string): boolean => LIVE_MAP.test(pathname);
