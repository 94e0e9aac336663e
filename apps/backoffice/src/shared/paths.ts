/** The addresses of the screens that exist. */
export const PATHS = {
  home: '/',
  login: '/login',
  events: '/events',
  event: (eventId: number | string): string => `/event/${eventId}`,
  personalDetails: '/personaldetails',
  institutions: '/clubs',
  institution: (clubId: number | string): string => `/club/${clubId}`,
  licensing: '/licensing',
  /** The segment between event and licence is ignored: the event itself contains whether it is past. */
  competitors: (
    eventId: number | string,
    isPast: boolean | string = false,
    licenceId: number | string | null = null,
  ): string => `/drivers/${eventId}/${isPast}/${licenceId}`,
  categories: (clubId: number | string): string => `/categories/${clubId}`,
  circuits: '/circuits',
  tracks: '/tracks',
  /** The map editor of an event. */
  drawing: (eventId: number | string): string => `/drawing/${eventId}`,
  /** The same screen: a track has the id of its event. */
  mapTrack: (trackId: number | string): string => `/mapTrack/${trackId}`,
  /** A track has the id of its event. */
  sectors: (trackId: number | string): string => `/sectors/${trackId}`,
  /** The log of events; its filters are the query. */
  audit: '/audit',
  /** What was there at an instant: the query says of which event, what and when. */
  asItWas: '/audit/asItWas',
  auditEvent: (number: number | string): string => `/audit/${number}`,
  /** The check of the cars before the start. */
  check: (eventId: number | string): string => `/check/${eventId}`,
  checkCodes: (eventId: number | string): string => `/check/${eventId}/codes`,
  liveMap: (eventId: number | string): string => `/map/${eventId}`,
  /** A race as it was; `at`: epoch ms. */
  history: (eventId: number | string, at?: number): string =>
    `/history/${eventId}${at === undefined ? '' : `?at=${new Date(at).toISOString()}`}`,
} as const;

/** Addresses of a template's demo pages; here they show our own components. */
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

/** Id of the element that contains the map of a race. */
export const PLACE_OF_MAP = 'race-map';

const LIVE_MAP = /^\/map\//;
export const isLiveMap = (pathname: string): boolean => LIVE_MAP.test(pathname);

const OF_EVENTS = /^\/(?:event|drivers|map|history|check|drawing|mapTrack|sectors|circuits|tracks)(?:\/|$)/;
/** Screens that are opened from the events or from one of them. */
export const isOfEvents = (pathname: string): boolean => OF_EVENTS.test(pathname);

const STAYS = /^\/(?:map|check)\//;
/** Screens of the track side: they stay open if the network is lost. */
export const staysWithoutNetwork = (pathname: string): boolean => STAYS.test(pathname);
