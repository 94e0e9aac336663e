/** The addresses of the screens that exist. */
export const PATHS = {
  home: '/',
  login: '/login',
  events: '/events',
  personalDetails: '/personaldetails',
  institutions: '/clubs',
  institution: (clubId: number | string): string => `/club/${clubId}`,
  licensing: '/licensing',
  liveMap: (eventId: number | string): string => `/map/${eventId}`,
} as const;

/** Where a template showed its demo pages: here they show our own components. */
export const GALLERY_PATHS = [
  '/dashboard',
  '/formlayout',
  '/input',
  '/floatlabel',
  '/button',
  '/table',
  '/list',
  '/tree',
  '/panel',
  '/overlay',
  '/menu',
  '/messages',
  '/file',
  '/chart',
  '/misc',
  '/display',
  '/elevation',
  '/grid',
  '/typography',
  '/text',
  '/calendar',
  '/crud',
  '/empty',
] as const;

const LIVE_MAP = /^\/map\//;
export const isLiveMap = (pathname: string): boolean => LIVE_MAP.test(pathname);
