/** Last positions of cars. */

/** GET /positionRecords/event/{eventId}/{categoryIds} */
export interface DriverPosition {
  InvitationId: number;
  UserId: number;
  CategoryId: number | null;
  Category: string;
  Name: string;
  Surname: string;
  CarNumber: string;
  /** Laps completed. */
  Counter: number;
  /** `receivedAt` of the position, epoch ms; 0 while there is none. */
  PositionId: number;
  Lat: number | null;
  Lng: number | null;
  LatPP?: number;
  LngPP?: number;
  /** km/h */
  Speed: number;
  LastAlertType: number | null;
  /** Newest code of 801 to 810 sent to the car. */
  LastFlagStatus: number | null;
  TrackFlag: number | null;
  DriverFlag: number | null;
  Offline: boolean;
  Stopped: boolean;
  lastUpdate: string | null;
  Adddate: string | null;
}

/** GET /drivers/getDisconnecteds/{eventId}/{categoryIds} */
export interface DisconnectedsAnswer {
  /** Cars of the categories asked for, offline or not. */
  total: number;
  drivers: {
    InvitationId: number;
    CarNumber: string;
    Name: string;
    Surname: string;
    lastUpdate: string | null;
  }[];
}
