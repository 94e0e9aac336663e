import { CLIENT_REPORT, type ClientReport } from '@flagpost/contracts';
import { newIdempotencyKey } from './idempotency-key.js';

/** An id that a person can read out. */
const newReportId = (): string => newIdempotencyKey().slice(0, 8);

/**
 * Tells the server's log of a fault: a screen that could not be drawn, a socket that failed. Answers the id that it is
 * found by there.
 */
export const report = (error: unknown): string => {
  const reportId = newReportId();
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const body: ClientReport = {
    reportId,
    message: message.slice(0, CLIENT_REPORT.message),
    stack: stack?.slice(0, CLIENT_REPORT.stack) ?? '',
    path: window.location.pathname.slice(0, CLIENT_REPORT.path),
  };
  // Nothing is left to tell people where even this fails: they have the id.
  fetch(`${window.location.origin}/api/clientReports/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
  return reportId;
};
