import type { Browser } from '@playwright/test';

/**
 * For `test.afterEach` or `test.afterAll`: ends the pages that were opened beside Playwright's own. A worker keeps its browser, and a
 * page of a race that nobody closes goes on drawing beside every later test.
 */
export const closeContexts = async ({ browser }: { browser: Browser }): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()));
};
