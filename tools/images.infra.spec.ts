import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dropPart, ownPart } from '@flagpost/race-testing';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { assemble, type Image, type Running } from './images/image.js';

const MINUTES = 60_000;
const READY = /ready at (http:\S+)/;
const JWT_SECRET = 'Rz7p-Qw2xLk9vBn4mTf6yHd8sJc1gAe3u';

describeOver(describe, 'The images of several programs', COMPONENTS, (servers) => {
  const part = ownPart(suiteAddresses(servers));
  const images: Image[] = [];
  const started: Running[] = [];
  const imageOf = (app: string): Image => {
    const image = assemble(app);
    images.push(image);
    return image;
  };

  beforeAll(async () => {
    const { code, output } = await imageOf('standalone').run('run/main-migrate.js', part).ended;
    if (code !== 0) throw new Error(output);
  }, 10 * MINUTES);
  afterAll(async () => {
    for (const running of started) running.signal('SIGTERM');
    await Promise.all(started.map(({ ended }) => ended));
    for (const image of images) image.remove();
    await dropPart(part);
  }, 2 * MINUTES);

  it.each([
    ['api', { ...part, DEMO: '0', JWT_SECRET }, '/'],
    ['telemetry-ingest', part, null],
  ])(
    'start as another user: %s answers health, and a page where it has one',
    async (app, settings, page) => {
      const running = imageOf(app).run('run/main.js', settings);
      started.push(running);
      const [, url = ''] = await running.printed(READY);
      // A telemetry-ingest is healthy once it has its part of the topics.
      while ((await fetch(`${url}/api/health`)).status !== 200)
        await new Promise((resolve) => setTimeout(resolve, 200));
      if (page === null) return;
      const answer = await fetch(`${url}${page}`, { headers: { accept: 'text/html' } });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('/assets/')]);
    },
    10 * MINUTES,
  );
});
