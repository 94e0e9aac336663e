import { z } from 'zod';
import { FAULTS } from '../texts/fields.js';
import { TRUTHS, type Truth } from './history.js';
import { DAY_MS } from '../time.js';

/** Files that are made of the past of a race. Each one is recorded: by whom, of what and when. */

/** Files of positions are written by the server. */
export const POSITION_FORMATS = ['gpx', 'csv', 'geojson'] as const;
export type PositionFormat = (typeof POSITION_FORMATS)[number];

/** What a screen makes a file of by itself, each in one format, and tells the server of. */
export const SCREEN_EXPORTS = {
  picture: 'png',
  distances: 'csv',
  passes: 'csv',
  flagResponse: 'csv',
  laps: 'csv',
  report: 'pdf',
} as const;
export type ScreenExport = keyof typeof SCREEN_EXPORTS;

export type PastExportContent = 'positions' | ScreenExport;
export type PastExportFormat = PositionFormat | (typeof SCREEN_EXPORTS)[ScreenExport];

/** What a file shows: one truth, or a report some of its instants by the one and some by the other. */
export type ExportedTruth = Truth | 'both';
export const EXPORTED_TRUTHS: readonly ExportedTruth[] = [...TRUTHS, 'both'];

/** A day: a file of positions covers no longer span. */
export const EXPORT_SPAN_MS = DAY_MS;
/** 25 cars for eight hours: minutes of a car with positions that one file has at most. */
export const EXPORT_CAR_MINUTES = 12_000;
const CARS_AT_MOST = 500;

const instant = z.iso.datetime({ offset: true, error: FAULTS.time });
const exported = {
  Truth: z.enum(TRUTHS),
  From: instant,
  /** Positions before it belong to the span; an instant is a span of no length. */
  To: instant,
  /** None: every car. */
  Invitations: z.array(z.number().int().positive()).max(CARS_AT_MOST),
};

/** POST /history/{eventId}/exports/positions: answers the file. */
export const positionsExportRequest = z.object({ Format: z.enum(POSITION_FORMATS), ...exported });
export type PositionsExportRequest = z.infer<typeof positionsExportRequest>;

const contents = Object.keys(SCREEN_EXPORTS) as [ScreenExport, ...ScreenExport[]];
/** POST /history/{eventId}/exports, before the screen makes the file. */
export const screenExportRequest = z.object({
  Content: z.enum(contents),
  ...exported,
  Truth: z.enum(EXPORTED_TRUTHS),
});
export type ScreenExportRequest = z.infer<typeof screenExportRequest>;

export interface PastExportAnswer {
  ExportId: number;
  /** With the event, the span, the number of the export and the extension. */
  FileName: string;
  ExportedAt: string;
  ExportedBy: { Id: number; Name: string };
}
