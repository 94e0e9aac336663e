import type { AsItWasLine } from '@flagpost/contracts';
import type { Viewer } from './viewer.js';

type Screen = Pick<Viewer, 'page' | 'words' | 'take'>;

/** What is asked, while it is folded, and each answer. */
const asItWasPictures = async (
  { page, words, take }: Screen,
  url: string,
  eventId: number,
): Promise<void> => {
  const { asItWas } = words;
  const instant = new Date().toISOString();
  const show = async (what: string, race = eventId): Promise<void> => {
    await page.goto(`${url}/audit/asItWas?race=${race}&what=${what}&instant=${instant}`);
  };
  await page.goto(`${url}/audit/asItWas`);
  await page.getByText(asItWas.choose).waitFor();
  await take('audit/as-it-was');
  for (const what of ['event', 'competitors', 'route'] as const) {
    await show(what);
    await page.getByRole('heading', { name: asItWas.whats[what] }).first().waitFor();
    await take(`audit/as-it-was-${what}`);
  }
  await show('event', 999_999);
  await page.getByText(asItWas.missing).waitFor();
  await take('audit/as-it-was-missing');
  const folding: AsItWasLine = { Progress: { Streams: 400, Of: 1_002, Events: 2_310 } };
  await page.route('**/api/audit/asItWas/*', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify(folding)}\n` }),
  );
  await show('competitors');
  await page.locator('.failure, [role=alert]').first().waitFor();
  await take('audit/as-it-was-broken-off');
  await page.unroute('**/api/audit/asItWas/*');
};

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
  await asItWasPictures({ page, words, take }, url, eventId);
};
