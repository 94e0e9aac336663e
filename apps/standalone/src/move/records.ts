import { DEMO_ACCOUNTS_MARKED, LOG_FORMAT_IN_USE, mailProgress, REACTION_NAMES } from '@flagpost/api';
import { ConfigError } from '@flagpost/platform';
import type { HistoryBlock, Records, SightingBlock } from '@flagpost/records';
import type { RecordsArchive } from '@flagpost/records/sqlite';

const BLOCKS = 200;
/** Checkpoints without a position, which reads differently in the target. */
export const COPIED_CHECKPOINTS: ReadonlySet<string> = new Set([
  DEMO_ACCOUNTS_MARKED,
  LOG_FORMAT_IN_USE,
  ...Object.values(REACTION_NAMES).map(mailProgress),
]);

/**
 * Copies the records, except most checkpoints, ingest states, history and sightings. Idempotent.
 *
 * @param configured Names of secrets that are left out.
 */
export const copyRecords = async (
  from: RecordsArchive,
  to: Records,
  configured: readonly string[],
): Promise<string> => {
  for (const { name, value } of from.secrets())
    if (!configured.includes(name) && (await to.credentials.secret(name, () => value)) !== value)
      throw new ConfigError(
        `The target has a secret of its own (${name}): an api was started on it. Move into one that nobody has used.`,
      );
  const people = from.people();
  for (const person of people) await to.people.put(person);
  for (const { clubId, mail } of from.clubMail()) await to.clubMail.put(clubId, mail);
  for (const { userId, ...password } of from.passwords()) await to.credentials.setPassword(userId, password);
  for (const avatar of from.avatars())
    if ((await to.avatars.get(avatar.name)) === null) await to.avatars.put(avatar);
  // At time 0 none is old: unused ones are erased with the next upload.
  for (const image of from.eventImages())
    if ((await to.eventImages.get(image.name)) === null) await to.eventImages.put(image, 0);
  for (const token of from.refreshTokens())
    if ((await to.credentials.refreshToken(token.tokenHash)) === null)
      await to.credentials.addRefreshToken(token);
  for (const subscription of from.pushSubscriptions()) await to.credentials.setPushSubscription(subscription);
  for (const { reader, position } of from.checkpoints())
    if (COPIED_CHECKPOINTS.has(reader)) await to.checkpoints.save(reader, position);
  const marks = from.browserMarks();
  for (const mark of marks) await to.browserMarks.put(mark, marks.length, 0);
  // At time 0 nothing has expired: expired entries are removed with the next change.
  for (const takeBack of from.takeBacks()) await to.takeBacks.add(takeBack, 0);
  for (const device of from.deviceTokens()) {
    const { tokenHash, eventId, invitationId, issuedAt, heardAt, droppedAt, droppedReason, test, ...report } =
      device;
    await to.deviceTokens.set({ tokenHash, eventId, invitationId, issuedAt });
    if (test !== null) await to.deviceTokens.noteTest(tokenHash, test);
    if (heardAt === null) continue;
    const dropped =
      droppedAt === null || droppedReason === null ? null : { at: droppedAt, reason: droppedReason };
    await to.deviceTokens.note([{ invitationId, heardAt, dropped, report }]);
  }
  for (const link of from.invitationLinks()) await to.invitationLinks.begin(link);
  for (const { kind, last } of from.sequences()) await to.sequences.passTo(kind, last);
  for (const { minted, reservedAt, result, ...key } of from.requestKeys()) {
    await to.requestKeys.reserve(key, minted, reservedAt);
    if (result !== undefined) await to.requestKeys.answer(key, result);
  }
  return `${people.length} people with their credentials, ${from.sequences().length} sequences, ${from.requestKeys().length} request keys`;
};

/** Copies all history after a block. `onPage` is called with the last block of each page that is in the target. */
export const copyHistory = async (
  from: RecordsArchive,
  to: Records,
  after: Omit<HistoryBlock, 'bytes'> | null,
  onPage: (last: Omit<HistoryBlock, 'bytes'>, count: number) => Promise<void>,
): Promise<void> => {
  for (let last = after; ;) {
    const blocks = from.history(last, BLOCKS);
    const newest = blocks.at(-1);
    if (newest === undefined) return;
    await to.history.put(blocks);
    const { bytes: _bytes, ...key } = newest;
    last = key;
    await onPage(key, blocks.length);
  }
};

/** Copies what race control saw. Idempotent. @returns the number of blocks */
export const copySightings = async (from: RecordsArchive, to: Records): Promise<number> => {
  await to.sightings.putScreens(from.screens());
  let [page, count]: [SightingBlock[], number] = [[], 0];
  for (const block of from.sightings()) {
    page.push(block);
    if (page.length < BLOCKS) continue;
    await to.sightings.put(page);
    count += page.length;
    page = [];
  }
  await to.sightings.put(page);
  return count + page.length;
};
