/** GET /countries/ */
export interface CountryRow {
  couId: number;
  couName: string;
}
