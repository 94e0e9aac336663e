import { CLIENT_REPORT, type ClientReport } from '@flagpost/contracts';
import { randomId } from './random-id.js';

/** An id that is easy to read aloud. */
const newReportId = (): string => randomId().slice(0, 8);

/**
 * Reports an error to the server's log: a screen that could not be rendered, a socket that failed. Returns the id of
 * the log entry.
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
  // If this fails too, it is ignored: the user has the id.
  fetch(`${window.location.origin}/api/clientReports/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
  return reportId;
};
