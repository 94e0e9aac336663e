/** GET /countries/ */
export interface CountryRow {
  couId: number;
  couName: string;
  /** Ours: the IANA time zone of events there; null if clocks differ, and the zone must be chosen. */
  couTimeZone: string | null;
  /** Ours: all its zones, that of its capital first. */
  couTimeZones: string[];
}

/** GET /clubs/IdDescription/ */
export interface IdDescription {
  Id: number;
  Description: string;
}
