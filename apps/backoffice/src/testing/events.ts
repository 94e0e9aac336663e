import {
  DRAFT_STATE_ID,
  ITALY,
  type CompetitorRow,
  type EventDetail,
  type EventRow,
  type FlagReportRow,
  type ReadyAnswer,
} from '@flagpost/contracts';
import { aFlag } from './race.js';

/** Events for specs, whole and plain. */

export const anEvent = (changes: Partial<EventDetail> = {}): EventDetail => ({
  eveId: 7,
  eplId: null,
  vieId: null,
  stsId: DRAFT_STATE_ID,
  eveName: 'Ronde',
  eveStart: '2027-06-06T06:00:00.000Z',
  eveFinish: '2027-06-06T16:00:00.000Z',
  eveTimeZone: 'Europe/Rome',
  cluId: 4,
  cluName: 'Scuderia Colline',
  cluAddress: null,
  cluLatitude: null,
  cluLongitude: null,
  cirLat: null,
  cirLong: null,
  couId: ITALY,
  couName: 'Italy',
  eveState: 'Savona',
  eveCity: 'Cairo Montenotte',
  eveCircuitName: 'Round course',
  categories: [1],
  eveGeoRadius: 30,
  eveSafetyCarDelay: 7,
  traId: null,
  eveUpddate: '2026-01-01T00:00:00.000Z',
  eveDeleted: false,
  eveUpdUserId: 3,
  past: false,
  hasRaces: false,
  ...changes,
});

export const anEventRow = (EventId: number, changes: Partial<EventRow> = {}): EventRow => ({
  EventId,
  Name: `Ronde ${EventId}`,
  Start: '2027-06-06T06:00:00.000Z',
  Finish: '2027-06-07T23:30:00.000Z',
  TimeZone: 'Europe/Rome',
  ClubId: 4,
  ClubName: 'Scuderia Colline',
  Localization: 'Cairo Montenotte, Savona',
  Country: 'Italy',
  Invited: 40,
  Authorized: 31,
  Schedules: 'up',
  State: DRAFT_STATE_ID,
  CircuitName: 'Round course',
  Ready: 'attention',
  ...changes,
});

export const aCompetitor = (InvitationId: number, changes: Partial<CompetitorRow> = {}): CompetitorRow => ({
  DriverId: InvitationId,
  InvitationId,
  UserId: InvitationId,
  EventId: 7,
  Number: String(InvitationId),
  Authorized: 0,
  FirstName: 'Ada',
  LastName: 'Rossi',
  CategoryId: 1,
  StatusId: 1504,
  Category: 'WRC',
  State: 'Not Send',
  CodriverName: null,
  CodriverSurname: null,
  DriverGrupoSanguineo: '0+',
  CodriverGrupoSanguineo: null,
  Phone: null,
  Email: null,
  Brand: 'Belbo',
  Model: 'Sedici',
  ...changes,
});

export const aReportedFlag = (id: number, changes: Partial<FlagReportRow> = {}): FlagReportRow => ({
  ...aFlag(id),
  CarNumbers: [],
  ...changes,
});

export const READY: ReadyAnswer = {
  state: 'missing',
  lines: [
    { line: 'published', state: 'missing', place: 'publish', done: 0, of: 1 },
    { line: 'line', state: 'missing', place: 'map', done: 1, of: 3 },
    { line: 'categories', state: 'ready', place: 'details', done: 1, of: 1 },
    { line: 'competitors', state: 'attention', place: 'competitors', done: 31, of: 40 },
    { line: 'licences', state: 'attention', place: 'licences', done: 4, of: 9 },
    { line: 'heard', state: 'attention', place: 'devices', done: 12, of: 31 },
  ],
  lacking: [{ InvitationId: 12, CarNumber: null, Name: 'Ada Rossi', lacks: ['carNumber', 'brand'] }],
  publishing: { Invitations: 38, Categories: 1, Competitors: 40, Track: false, Pois: 0, Sectors: 0 },
};
