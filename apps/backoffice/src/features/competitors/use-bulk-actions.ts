import { useState } from 'react';
import {
  DEFAULT_INVITATION_STATUS_ID,
  type AuthorizeAnswer,
  type CompetitorRow,
  type DeletedAnswer,
  type EventDetail,
} from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/competitors.js';
import { RULES } from '../../shared/texts/rules.js';
import { useNotices } from '../../shared/ui/notices.js';
import { competitorsApi } from './api.js';
import type { BulkAction } from './bulk-bar.js';
import { lacking } from './rows.js';
import { useBulk } from './use-bulk.js';

const words = TEXTS.entries;
const { endpoints } = competitorsApi;

/** A question before a bulk change, or the report after it. */
export type BulkQuestion =
  | { readonly ask: 'delete'; readonly rows: readonly CompetitorRow[] }
  | { readonly ask: 'removeAll'; readonly rows: readonly CompetitorRow[] }
  /** Cars that race would be taken off it. */
  | { readonly ask: 'racing'; readonly rows: readonly CompetitorRow[]; readonly goOn: () => void }
  /** `rows`: the chosen ones, as they were then. */
  | {
      readonly ask: 'skipped';
      readonly rows: readonly CompetitorRow[];
      readonly reasons: AuthorizeAnswer['reasons'];
    };

/** The selection of an event's competitors, and the bulk actions on it. */
export const useBulkActions = (event: EventDetail, rows: readonly CompetitorRow[]) => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const { bulk, run } = useBulk(event.eveId);
  const [selectedIds, select] = useState<ReadonlySet<number | string>>(new Set());
  const [question, setQuestion] = useState<BulkQuestion | null>(null);
  // Competitors that somebody else deleted meanwhile are no longer selected.
  const selected = rows.filter(({ InvitationId }) => selectedIds.has(InvitationId));
  const clear = (): void => select(new Set());
  const close = (): void => setQuestion(null);

  const rowsOf = (ids: readonly number[]): readonly CompetitorRow[] =>
    rows.filter(({ InvitationId }) => ids.includes(InvitationId));
  const authorizedCount = rows.filter(({ Authorized }) => Authorized === 1).length;

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    close();
    try {
      await work();
    } catch (error) {
      notices.showDialog(error);
      // The competitors may have changed meanwhile: the list is read again.
      void dispatch(endpoints.competitors.initiate(event.eveId, { subscribe: false, forceRefetch: true }));
    }
  };
  const idsOf = (chosen: readonly CompetitorRow[]): number[] =>
    chosen.map(({ InvitationId }) => InvitationId);

  const authorize = (chosen: readonly CompetitorRow[]): Promise<void> =>
    attempt(async () => {
      const ready = chosen.filter((row) => row.Authorized === 1 || lacking(row).length === 0);
      if (ready.length === 0) {
        notices.warning(RULES.fields.notReady);
        return;
      }
      if (ready.length < chosen.length) notices.warning(words.someNotReady);
      const answer = await run(chosen.length, { count: 'Authorized', before: authorizedCount }, () =>
        dispatch(
          endpoints.authorizeCompetitors.initiate({ Invitations: idsOf(chosen), Authorized: 1 }),
        ).unwrap(),
      );
      notices.success(words.authorized(answer.authorized.length, chosen.length));
      clear();
      if (answer.reasons.length > 0) setQuestion({ ask: 'skipped', rows: chosen, reasons: answer.reasons });
    });

  const unauthorize = (chosen: readonly CompetitorRow[], isConfirmed = false): Promise<void> =>
    attempt(async () => {
      const { racing } = await run(chosen.length, { count: 'Authorized', before: authorizedCount }, () =>
        dispatch(
          endpoints.authorizeCompetitors.initiate({
            Invitations: idsOf(chosen),
            Authorized: 0,
            Confirmed: isConfirmed,
          }),
        ).unwrap(),
      );
      if (racing.length > 0) {
        setQuestion({ ask: 'racing', rows: rowsOf(racing), goOn: () => void unauthorize(chosen, true) });
        return;
      }
      notices.success(words.unauthorized);
      clear();
    });

  const send = (chosen: readonly CompetitorRow[]): Promise<void> =>
    attempt(async () => {
      const before = rows.filter(({ StatusId }) => StatusId === DEFAULT_INVITATION_STATUS_ID).length;
      await run(chosen.length, { count: 'NotSent', before }, () =>
        dispatch(endpoints.sendInvitations.initiate(idsOf(chosen))).unwrap(),
      );
      notices.success(words.sent);
      clear();
    });

  /** Deletes by `command`; asks first if any of the cars is racing. */
  const remove = (
    of: number,
    said: string,
    command: (isConfirmed: boolean) => Promise<DeletedAnswer>,
    isConfirmed = false,
  ): Promise<void> =>
    attempt(async () => {
      const { racing } = await run(of, { count: 'Invited', before: rows.length }, () => command(isConfirmed));
      if (racing.length > 0) {
        setQuestion({
          ask: 'racing',
          rows: rowsOf(racing),
          goOn: () => void remove(of, said, command, true),
        });
        return;
      }
      notices.success(said);
      clear();
    });
  const deleteRows = (chosen: readonly CompetitorRow[]): Promise<void> =>
    remove(chosen.length, words.deleted, (Confirmed) =>
      dispatch(endpoints.deleteSelected.initiate({ Invitations: idsOf(chosen), Confirmed })).unwrap(),
    );
  const removeAll = (): Promise<void> =>
    remove(rows.length, words.removed, (Confirmed) =>
      dispatch(endpoints.removeAll.initiate({ EventId: event.eveId, Confirmed })).unwrap(),
    );

  const apply = (action: BulkAction | null): void => {
    if (selected.length === 0) notices.warning(RULES.fields.noneSelected);
    else if (action === null) notices.warning(words.noAction);
    else if (action === 'delete') setQuestion({ ask: 'delete', rows: selected });
    else void { authorize, unauthorize, send }[action](selected);
  };

  return {
    bulk,
    selected,
    selectedIds,
    select,
    clear,
    apply,
    question,
    close,
    askRemoveAll: () => setQuestion({ ask: 'removeAll', rows }),
    deleteRows: (chosen: readonly CompetitorRow[]) => void deleteRows(chosen),
    removeAll: () => void removeAll(),
  };
};
export type BulkActions = ReturnType<typeof useBulkActions>;
