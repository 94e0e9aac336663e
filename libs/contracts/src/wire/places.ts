/** GET /countries/ */
export interface CountryRow {
  couId: number;
  couName: string;
}

/** GET /clubs/IdDescription/ */
export interface IdDescription {
  Id: number;
  Description: string;
}
