import { z } from 'zod';
import { IMPORT_FIELDS, IMPORT_LIMITS, personal, ROLES } from '@flagpost/contracts';
import { invitationDecider, invitationStream, userDecider, userStream } from '@flagpost/domain';
import { pause } from '@flagpost/platform';
import { defineCommand, id, type CommandTools, type IdsNeeded } from '../../dispatch/define-command.js';
import { clubReads } from '../../views/clubs.projection.js';
import { eventReads, type EventDocument } from '../../views/events.projection.js';
import { perAddress } from '../../command-parts/staff-invitations.js';
import { personOf, storePerson } from '../../competitors/competitor-people.js';
import { enteredOf } from '../../competitors/invitations.commands.js';
import { startImportProgress } from './import-progress.js';
import { openJudge, type Accepted, type JudgedRow } from './judge-rows.js';
import { ImportRefusedError } from '../../http/import-refused.js';
import type { FileRow, Values } from './file-rows.js';

/** Rows whose addresses are locked while they are stored: no other request waits for them longer. */
const BATCH = 36;
/** Rows of a batch that wait for the disk together. */
const GROUP = 12;

const values = z.partialRecord(z.enum(IMPORT_FIELDS), personal(z.string()));

const listOf = {
  rows: z.array(z.object({ row: id, values, hasFormula: z.boolean() })).max(IMPORT_LIMITS.rows),
  /** By field, for cells that are empty while nothing is stored. */
  fill: values,
  mode: z.enum(['all', 'good']),
};
interface List {
  readonly rows: readonly FileRow[];
  readonly fill: Values;
  readonly mode: 'all' | 'good';
}

const STEPS = {
  people: 'They are found by address, and rows that are stored already are left alone.',
} as const;
type Tools = CommandTools<IdsNeeded, keyof typeof STEPS>;

/**
 * Writes the people of one row as the competitor form would. @returns what records its events, which refer to them
 *
 * @param finishesAt null for drivers of the institution alone
 */
const enter = async (
  { request, driver, isPersonChanged, isEntryChanged, invitation, codriver }: Accepted,
  clubId: number,
  finishesAt: number | null,
  { dependencies, caller, now, nextId, send, outside }: Tools,
): Promise<() => Promise<void>> => {
  const { Invitation } = request;
  const isEntered = Invitation !== null && invitation === null;
  // Asked for together, and written together: each is one wait for the disk for all rows of the group.
  const [userId, codriverId, invitationId] = await Promise.all([
    driver.userId === 0 ? nextId('user') : driver.userId,
    codriver?.id === 0 ? nextId('user') : (invitation?.codriverId ?? null),
    isEntered ? nextId('invitation') : (invitation?.invitationId ?? 0),
  ]);
  const rows = [
    ...(isPersonChanged
      ? [{ person: personOf(request, { ...driver, userId }), isStored: driver.former !== null }]
      : []),
    ...(codriver === null || codriverId === null
      ? []
      : [{ person: { ...codriver, id: codriverId }, isStored: codriver.id !== 0 }]),
  ];
  await Promise.all(rows.map((row) => outside('people', () => storePerson(dependencies, row))));
  return async () => {
    if (driver.isNew)
      await send(userStream(userId), userDecider, {
        type: 'addUser',
        userId,
        roles: [ROLES.driver],
        clubId,
        language: caller.language,
      });
    const { name, surname } = driver.former ?? {};
    const isRenamed = name !== request.User.Name || surname !== request.User.Surname;
    if (!driver.isNew && isPersonChanged && isRenamed)
      await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'name' });
    if (Invitation === null || finishesAt === null || !isEntryChanged) return;
    const entry = enteredOf(Invitation, codriverId);
    const common = { invitationId, entry, userIdsInCategory: [], times: { now, finishesAt } };
    await send(
      invitationStream(invitationId),
      invitationDecider,
      invitation === null
        ? { type: 'addInvitation', eventId: Invitation.EveId, driverId: userId, userId, ...common }
        : { type: 'editInvitation', ...common },
    );
  };
};

/**
 * Stores rows in groups: while the events of one are recorded, the people of the next are written. After a failure of
 * those no further group is begun.
 *
 * @throws the failure of the first row that has one, when all that was begun is stored or refused
 */
const store = async (
  rows: readonly Accepted[],
  clubId: number,
  finishesAt: number | null,
  tools: Tools,
): Promise<void> => {
  const recording: Promise<readonly PromiseSettledResult<void>[]>[] = [];
  for (let from = 0; from < rows.length; from += GROUP) {
    const entering = rows.slice(from, from + GROUP).map((row) => enter(row, clubId, finishesAt, tools));
    // Settled from the start: what fails while others are still entered is a rejection that nobody awaits yet.
    recording.push(Promise.allSettled(entering.map(async (entered) => (await entered)())));
    const entered = await Promise.allSettled(entering);
    if (entered.some(({ status }) => status === 'rejected')) break;
  }
  for (const outcome of (await Promise.all(recording)).flat())
    if (outcome.status === 'rejected') throw outcome.reason;
};

const addressOf = ({ accepted }: JudgedRow): string => accepted?.request.User.Email.toLowerCase() ?? '';

/** Rows in their order, an address at most once in each batch: the next one finds it stored. */
const batches = (rows: readonly JudgedRow[]): readonly (readonly JudgedRow[])[] => {
  const found: JudgedRow[][] = [];
  let addresses = new Set<string>();
  for (const row of rows) {
    const last = found.at(-1);
    if (last === undefined || last.length === BATCH || addresses.has(addressOf(row))) {
      found.push([row]);
      addresses = new Set();
    } else last.push(row);
    addresses.add(addressOf(row));
  }
  return found;
};

/**
 * Stores a list. All rows are judged before any is stored; each batch is judged once more while its addresses are held,
 * so that concurrent entries are found. A row that is stored already changes nothing: an import that was cut off
 * is completed by sending the file again.
 *
 * @param event null for drivers of the institution alone
 */
const storeList = async (
  { rows, fill, mode }: List,
  event: EventDocument | null,
  clubId: number,
  tools: Tools,
): Promise<readonly JudgedRow[]> => {
  const { dependencies, caller, runExclusive } = tools;
  const judge = await openJudge(dependencies, event, { actor: caller.actor, clubId }, fill);
  const judged = new Map((await judge.judge(rows)).map((one) => [one.row, one]));
  const faults = [...judged.values()].flatMap(({ row, refusal }) =>
    refusal === null ? [] : [{ row, refusal }],
  );
  if (mode === 'all' && faults.length > 0) throw new ImportRefusedError(faults);

  const byNumber = new Map(rows.map((row) => [row.row, row]));
  const wanted = [...judged.values()].filter(({ fate }) => fate === 'new' || fate === 'changed');
  const progress =
    event === null ? null : await startImportProgress(dependencies, event.eventId, wanted.length);
  try {
    for (const batch of batches(wanted)) {
      await runExclusive(
        batch.map((row) => perAddress(addressOf(row))),
        async () => {
          await judge.refresh();
          const again = await judge.judge(batch.flatMap(({ row }) => byNumber.get(row) ?? []));
          const accepted = again.flatMap((one) => {
            judged.set(one.row, one);
            return one.accepted === null || one.fate === 'same' ? [] : [one.accepted];
          });
          await store(accepted, clubId, event?.finishesAt ?? null, tools);
        },
      );
      progress?.add(batch.length);
      await pause();
    }
  } finally {
    await progress?.end();
  }
  return [...judged.values()];
};

/** Competitors of an event. */
export const importCompetitors = defineCommand({
  schema: z.object({ eventId: id, ...listOf }),
  right: 'competitors.manage',
  ids: {},
  serializedBy: null,
  outside: STEPS,
  streams: ['user', 'invitation'],
  async carryOut({ eventId, ...list }, tools): Promise<readonly JudgedRow[]> {
    const event = await eventReads(tools.dependencies.readModels).existing(eventId);
    return storeList(list, event, event.clubId, tools);
  },
});

/** Drivers of an institution, of no event. */
export const importDrivers = defineCommand({
  schema: z.object({ clubId: id, ...listOf }),
  right: 'drivers.manage',
  ids: {},
  serializedBy: null,
  outside: STEPS,
  streams: ['user'],
  async carryOut({ clubId, ...list }, tools): Promise<readonly JudgedRow[]> {
    await clubReads(tools.dependencies.readModels).require(clubId);
    return storeList(list, null, clubId, tools);
  },
});

export const importCommands = { importCompetitors, importDrivers };
