/** Business constants and limits. Lengths in characters, times in milliseconds, distances in metres. */

export const PUBLISHED_STATE_ID = 402;
/** An event that exists but has not been published. */
export const DRAFT_STATE_ID = 401;

/** Invitation states; a new competitor starts as `NOTSEND_INVITATION`. */
export const INVITATION_STATES = {
  ACEPTED_INVITATION: 1501,
  PENDING_INVITATION: 1502,
  REJECTED_INVITATION: 1503,
  NOTSEND_INVITATION: 1504,
} as const;
export type InvitationState = keyof typeof INVITATION_STATES;
/** The state of an id that the views hold. */
export const invitationState = (statusId: number): InvitationState =>
  (Object.keys(INVITATION_STATES) as InvitationState[]).find(
    (state) => INVITATION_STATES[state] === statusId,
  ) ?? 'NOTSEND_INVITATION';
export const DEFAULT_INVITATION_STATUS_ID = INVITATION_STATES.NOTSEND_INVITATION;

/** In `categoryIds` this means every category; it is never issued as an id. */
export const ALL_CATEGORIES_ID = 999;

/** Names a request in the log, in the events that it causes and in what the socket says of a flag. */
export const CORRELATION_HEADER = 'X-Correlation-Id';

export const ALERT_TYPES = { sos: 5, ignored: 6 } as const;

export const LIMITS = {
  name: 100,
  address: 100,
  place: 100,
  competitorEmail: 50,
  userEmail: 50,
  loginEmail: { min: 8, max: 50 },
  password: { min: 8, max: 20 },
  browserLinkCode: 100,
  phone: 20,
  carNumber: 20,
  bloodType: 20,
  vehicle: 100,
  message: 100,
  /** Why an event was postponed. */
  reason: 200,
  imagePath: 255,
  poiDescription: 100,
  /** Map objects of one event. */
  pois: 200,
  sectors: 100,
  routePoints: 20_000,
  /** Of one event. */
  timers: 20,
  /** Of one event. */
  eventCategories: 200,
  /** Changed by one command. */
  selectedCompetitors: 5_000,
  /** Of an IANA name. */
  timeZone: 64,
  /** Of what is searched for in a list. */
  search: 100,
  institutionMail: 100,
  /** An institution's web and social network addresses. */
  link: 100,
  /** Of a coordinate that was typed. */
  coordinate: 24,
  /** Of one licence. */
  licences: 1_000_000,
  /** What a mailed link carries. */
  mailedToken: 200,
} as const;

/** What can be an account's email and password at all. Not a schema, so that who signs in waits for none. */
export const loginFormRules = {
  email: (value: string): boolean =>
    value.length >= LIMITS.loginEmail.min && value.length <= LIMITS.loginEmail.max,
  password: (value: string): boolean =>
    value.length >= LIMITS.password.min && value.length <= LIMITS.password.max,
};

export const SAFETY_CAR_DELAY_S = { min: 0, max: 7, default: 7 } as const;
/** Years in which an event may start and finish, UTC. */
export const EVENT_YEARS = { min: 2000, max: 2100 } as const;
/** Hours from UTC at a track, in steps of a quarter. */
export const GMT_HOURS = { min: -12, max: 14, step: 0.25 } as const;
export const FINISH_RADIUS_M = { min: 1, max: 1_000, default: 30 } as const;

/** A car that was heard this lately races: taking it off asks first, and screens keep it, greyed, for as long. */
export const RACING_WITHIN_MS = 60_000;

/** The live race engine's thresholds. */
export const RACE = {
  offlineAfterMs: 15_000,
  stoppedAfterMs: 10_000,
  stoppedWithinM: 30,
  /** A longer gap between two fixes (device time) is no path. */
  maxPathGapMs: 15_000,
  /** A crossing is stated this long after entry at the latest (device time). */
  crossingSettlesAfterMs: 10_000,
  /** A finish arms again after this long (device time) beyond radius + `rearmMarginM`. */
  rearmAfterMs: 5_000,
  rearmMarginM: 30,
  /** A device clock further ahead of `receivedAt` than this is wrong. */
  maxClockAheadMs: 60_000,
  /** The device time of a signal that is older than this is not meant. */
  maxSignalAgeMs: 3_600_000,
  /** A car that clears its own SOS again and again is heard so often. */
  clearingsEveryMs: 5_000,
  /** A higher implied speed is a jump, not driving. */
  maxSpeedKph: 600,
  /** This many dropped fixes in a row that agree with each other are the new truth. */
  agreeingFixes: 3,
  sweepEveryMs: 1_000,
  /**
   * After inputs could not be stored for a while nobody is taken for silent for this long: a phone that was refused
   * tries again within 30 s, and is then heard for 15 s.
   */
  afterOutageMs: 45_000,
  frameEveryMs: 100,
  wholeStateEveryMs: 5_000,
} as const;

/** When race control's screen raises a caution, and when many become one. */
export const ALARMS = {
  redUnconfirmedAfterMs: 30_000,
  /** Half the field silent within this is one caution. */
  fieldSilentWithinMs: 15_000,
  /** More of a kind than this within `crowdWithinMs` are one card, or one line. */
  crowdOver: 10,
  crowdWithinMs: 60_000,
  silenceS: 60,
} as const;

export const SESSION = {
  accessTokenMs: 15 * 60_000,
  refreshTokenMs: 7 * 24 * 3_600_000,
  /** A refresh token just replaced gives the same successor for this long. */
  refreshGraceMs: 60_000,
  /** An open socket outlives its token by at most this. */
  socketGraceMs: 60_000,
  /** A first access has this long to choose a password. */
  firstAccessMs: 15 * 60_000,
  /** The password that is mailed for a first access opens it for this long. */
  givenPasswordMs: 7 * 24 * 3_600_000,
} as const;

/** How a browser is known to an account that signed in there. */
export const BROWSER_MARK = {
  /** From the last sign-in. */
  markMs: 180 * 24 * 3_600_000,
  /** Of one account. */
  most: 20,
  /** A mailed link that makes a browser known is good for this long, once. */
  linkMs: 60 * 60_000,
} as const;

const BROWSER_LINK = '#browser=';
/** The part of a page's address that its server does not get, with the code of a mailed link. */
export const browserLinkHash = (code: string): string => `${BROWSER_LINK}${code}`;
/** The code in that part of an address; null if there is none. */
export const browserLinkCode = (hash: string): string | null =>
  hash.startsWith(BROWSER_LINK) ? hash.slice(BROWSER_LINK.length) : null;

/** Choosing a new password without the former one: a code by mail, then a token that is good for this alone. */
export const RECOVERY = {
  codeLength: 4,
  codeMs: 15 * 60_000,
  /** Of one account at a time; who asks for more is mailed the newest again. */
  liveCodes: 3,
  /** The same code is not mailed again before. */
  resendMs: 60_000,
  /** Over all live codes of an account. */
  codeTries: 10,
  /** Of one asker at one account's codes. */
  askerTries: 5,
  tokenMs: 10 * 60_000,
} as const;

/** A change of password or address can be taken back by its holder for so long. */
export const TAKE_BACK_MS = 72 * 3_600_000;

/** An account's new address counts once a link that was mailed to it is opened, which is good for `linkMs`, once. */
export const NEW_ADDRESS = {
  linkMs: 24 * 3_600_000,
  /** How many such mails one user may have sent in an hour. */
  mailsPerHour: 10,
} as const;

/** How many of the commonest passwords nobody may choose. */
export const COMMONEST_PASSWORDS = 10_000;

/** Pages of the client that mails link to. What opens something follows `#`, which no server and no log is told. */
export const MAILED_PAGES = {
  recovery: '/recovery',
  takeBack: '/notme',
  newAddress: '/newaddress',
} as const;
/** The page of an invitation; its secret follows as a part of the path. */
export const DRIVE_PAGE = '/drive';

/** Ids of what an account's status may be, by the names that the specification gives them. */
export const USER_STATES = { ENABLE_USER: 101, DISABLE_USER: 102 } as const;

/** What may be uploaded as an avatar, and what is kept of it: a square. */
export const AVATAR = { maxBytes: 5 * 1_048_576, sidePx: 256 } as const;

/** Lists of competitors as files. */
export const IMPORT_LIMITS = {
  bytes: 10 * 1_048_576,
  /** Of what an XLSX file unpacks to. */
  unpackedBytes: 40 * 1_048_576,
  columns: 200,
  /** Rows of competitors. */
  rows: 5_000,
  /** Rows above them at most: titles and a header. */
  titleRows: 30,
  /** Headers of columns that are remembered for an institution. */
  rememberedHeaders: 200,
} as const;

/** What a device may send at once, and when one that could not be served may try again. */
export const DOOR = {
  messageBytes: 65_536,
  batchBytes: 1_048_576,
  retryAfterS: 5,
  /** What is not stored by then is answered 503. */
  storeWithinMs: 5_000,
  /** What one car may send in the long run: eight times a logger of 25 Hz. */
  inputsPerS: 200,
  /** And at once, as a backlog; beyond it the door answers 429. */
  inputsAtOnce: 10_000,
  /** How often at most a process writes what it noted of one device. */
  notedEveryMs: 5_000,
} as const;

/** How slowly the body of a request may come, at the api and at the doors. */
export const BODY_TIMES = { idleMs: 10_000, wholeMs: 120_000 } as const;

/** Header that tells how many rows there are where a part of them is answered. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';

/** Header that names a request: sent again under the same key it is answered as the first time. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_KEY_TTL_MS = 24 * 3_600_000;
export const READ_YOUR_WRITES_MS = 2_000;
export const SOCKET_RECONNECT_MS = 3_000;

/** Where a map opens when neither track, event nor club says otherwise. */
export const MAP_DEFAULT = { lat: 44.599, lng: 8.157, zoom: 8 } as const;

/** ISO 3166-1, numeric: where the demo and the races of tests are. */
export const ITALY = 380;

export const TOAST_LIFE_MS = { success: 3_000, warning: 6_000, map: 10_000 } as const;
export const MOBILE_BREAKPOINT_PX = 1_024;

export const POI_ICONS = {
  location: 'Common',
  ambulancia: 'ambulance',
  banderillero: 'race official',
  bomberoapie: 'fireman',
  bomberomotorizado: 'fire truck',
  rescate: 'rescue',
  safetycar: 'safety car',
} as const;
export type PoiIcon = keyof typeof POI_ICONS;
