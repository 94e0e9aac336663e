import type { CarReportRow } from '@flagpost/contracts';
import type { CarReport, FlagpostEvent } from '@flagpost/domain';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { raceReads, type RaceCar } from './race.projection.js';

/** What a driver told race control besides an SOS. Times in epoch ms. */
interface Reported {
  readonly eventId: number;
  readonly invitationId: number;
  readonly report: CarReport;
  readonly reportedAt: number;
  /** Of the stop that an OK is said of; null for none. */
  readonly stoppedAt: number | null;
}

const REPORTS = 'carReports';
const reportId = ({ report, invitationId, reportedAt }: Omit<Reported, 'eventId' | 'stoppedAt'>): string =>
  `${report}-${invitationId}-${reportedAt}`;
const put = async (
  views: EventViews,
  { eventId, invitationId, reportedAt, stoppedAt }: Omit<Reported, 'report'>,
  report: CarReport,
): Promise<void> => {
  const document = { eventId, invitationId, report, reportedAt, stoppedAt };
  await views<Reported>(REPORTS).put(reportId(document), document);
};

export const carReportsProjection = projection<FlagpostEvent>({
  name: 'car reports',
  version: 2,
  views: [REPORTS],
  indexes: { [REPORTS]: [{ eventId: 1, reportedAt: -1 }] },
  on: {
    OkReported: ({ data }, views) => put(views, data, 'ok'),
    HazardReported: ({ data }, views) => put(views, { ...data, stoppedAt: null }, 'hazard'),
    async EventDeleted({ data: { eventId } }, views) {
      const reports = views<Reported>(REPORTS);
      for (const reported of await reports.find({ eventId })) await reports.delete(reportId(reported));
    },
  },
});

export const carReportRow = (
  { report, invitationId, reportedAt, stoppedAt }: Omit<Reported, 'eventId'>,
  car: Pick<RaceCar, 'carNumber'> | null | undefined,
): CarReportRow => ({
  Report: report,
  InvitationId: invitationId,
  CarNumber: car?.carNumber ?? '',
  ReportedAt: isoOf(reportedAt),
  StoppedAt: stoppedAt === null ? null : isoOf(stoppedAt),
});

/** Those since a time, newest first, at most so many. */
export const carReportRows = async (
  readModels: ReadModels,
  eventId: number,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<CarReportRow[]> => {
  const found = await readModels
    .view<Reported>(REPORTS)
    .find({ eventId, reportedAt: { $gte: since } }, { sort: { reportedAt: -1 }, limit });
  const cars = await raceReads(readModels).carsOf(found.map(({ invitationId }) => invitationId));
  const carOf = new Map(cars.map((car) => [car.invitationId, car]));
  return found.map((reported) => carReportRow(reported, carOf.get(reported.invitationId)));
};
