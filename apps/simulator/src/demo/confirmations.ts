import type { FlagRow } from '@flagpost/contracts';
import { chance } from './random.js';

/** The confirmation of a flag by a driver, a moment after seeing it. */
export interface Confirmation {
  readonly flagId: number;
  readonly invitationId: number;
  readonly afterMs: number;
}

/** The others see it, but have no hand free. */
const CONFIRMED = 0.92;
const AFTER_MS = { least: 2_000, most: 9_000 } as const;
/** Older flags are not confirmed any more. */
const NEW_FOR_MS = 60_000;

const ASK = { whether: 11, when: 12 } as const;

/** What follows from flags that are not in `seen` yet; they are added to it. */
export const confirmationsOf = (
  flags: readonly FlagRow[],
  invitationIds: readonly number[],
  seen: Set<number>,
  { seed, now }: { readonly seed: number; readonly now: number },
): readonly Confirmation[] => {
  const fresh = flags.filter(
    ({ FlagId, SentAt, ClearedAt }) =>
      !seen.has(FlagId) && ClearedAt === null && now - Date.parse(SentAt) < NEW_FOR_MS,
  );
  flags.forEach(({ FlagId }) => seen.add(FlagId));
  return fresh.flatMap(({ FlagId: flagId, InvitationsSelected: selected, Confirmed }) =>
    invitationIds
      .filter((id) => selected.length === 0 || selected.includes(id))
      .filter((id) => !Confirmed.some(({ InvitationId }) => InvitationId === id))
      .filter((id) => chance(seed, flagId, id, ASK.whether) < CONFIRMED)
      .map((invitationId) => ({
        flagId,
        invitationId,
        afterMs:
          AFTER_MS.least + (AFTER_MS.most - AFTER_MS.least) * chance(seed, flagId, invitationId, ASK.when),
      })),
  );
};
