/** Longest texts, in characters. */
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
  /** Of race control, in the feed and the report. */
  note: 200,
  /** Why an event was postponed. */
  reason: 200,
  imagePath: 255,
  poiDescription: 100,
  /** Of an IANA name. */
  timeZone: 64,
  /** Of the search text of a list. */
  search: 100,
  institutionMail: 100,
  /** An institution's web and social network addresses. */
  link: 100,
  /** Of a coordinate that was typed. */
  coordinate: 24,
  /** The secret in a mailed link. */
  mailedToken: 200,
} as const;

/** Longest texts of a report of a browser, in characters. */
export const CLIENT_REPORT = { message: 500, stack: 4_000, path: 200 } as const;
