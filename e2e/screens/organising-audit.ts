import type { Viewer } from './viewer.js';

/** The log: a page of it, its states, and an event in full. */
export const auditPictures = async (
  { page, words, take }: Viewer,
  url: string,
  eventId: number,
): Promise<void> => {
  const { audit, auditKinds } = words;
  await page.goto(`${url}/audit`);
  await page.locator('.audit-table tbody tr').nth(39).waitFor();
  await take('audit/list-50');
  await page.goto(`${url}/audit?race=${eventId}&kind=FlagSent`);
  await page.getByRole('link', { name: auditKinds.FlagSent }).waitFor();
  await take('audit/filtered');
  await page.getByRole('link', { name: auditKinds.FlagSent }).click();
  await page.getByRole('heading', { name: audit.chain }).waitFor();
  await take('audit/event');
  await page.goto(`${url}/audit?race=${eventId}&kind=TimerCreated`);
  await page.getByText(audit.noMatch).waitFor();
  await take('audit/no-match');
  await page.goto(`${url}/audit/999999`);
  await page.getByText(audit.missing).waitFor();
  await take('audit/missing');
  await page.route('**/api/audit*', (route) => route.fulfill({ status: 503, json: { statusCode: 503 } }));
  await page.goto(`${url}/audit`);
  await page.locator('.failure').waitFor();
  await take('audit/failed');
  await page.unroute('**/api/audit*');
};
