import { waitFor } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { CLIENT_REPORT, clientReport } from '@flagpost/contracts';
import { answerCalls, type Asked } from '../testing/fetch.js';
import { report } from './report.js';

/** The body of a report's only call. */
const sent = async (calls: readonly Asked[]): Promise<Asked> => {
  await waitFor(() => expect(calls).toHaveLength(1));
  return calls[0]!;
};

it('sends what the server takes, under the id that is shown, however long the error is', async () => {
  window.history.replaceState(null, '', '/map/7?token=secret');
  const calls = answerCalls(() => 'nothing');
  const reportId = report(new Error('x'.repeat(CLIENT_REPORT.stack * 2)));
  const { path, body } = await sent(calls);
  expect(path).toBe('/api/clientReports/');
  expect(clientReport.parse(body)).toMatchObject({ reportId, path: '/map/7' });
});

it('tells of what was thrown and is no error, too', async () => {
  const calls = answerCalls(() => 'nothing');
  report('no lap');
  expect(clientReport.parse((await sent(calls)).body).message).toBe('no lap');
});
