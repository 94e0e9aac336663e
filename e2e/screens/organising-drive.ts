import { button, dialog } from '../screen.js';
import type { Viewer } from './viewer.js';

/** The page of an invitation, from its link. */
export const drivePictures = async (
  { page, words, take }: Viewer,
  link: string,
  url: string,
): Promise<void> => {
  const { drive } = words;
  await page.goto(link);
  await page.getByText(drive.states.pending).waitFor();
  await take('drive/open');
  await button(page, drive.wrong).click();
  await take('drive/dispute', { at: page.locator('.drive-dispute') });
  await page.getByRole('radio').first().check();
  await button(page, drive.tell).click();
  await page.getByText(drive.told).waitFor();
  await take('drive/disputed', { at: page.locator('.drive-dispute') });
  await button(page, drive.accept).click();
  await take('drive/accept');
  await button(dialog(page), drive.accept).click();
  await page.getByText(drive.states.accepted).waitFor();
  await take('drive/accepted');
  await button(page, drive.reject).click();
  await button(dialog(page), drive.reject).click();
  await page.getByText(drive.states.rejected).waitFor();
  await take('drive/rejected');
  await page.goto(`${url}/drive/${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: drive.unknownTitle }).waitFor();
  await take('drive/unknown');
};
