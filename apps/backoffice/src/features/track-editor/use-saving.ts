import { useState } from 'react';
import { PUBLISHED_STATE_ID, type EventDetail } from '@flagpost/contracts';
import { errorKindOf, failureText, fieldFaults } from '../../shared/failures.js';
import { raceEffects } from '../../shared/race-effects.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/editor.js';
import { useNotices } from '../../shared/ui/notices.js';
import { editorApi, isConflict } from './api.js';
import { diffParts, divergence, takeParts, type Divergence } from './model/diff.js';
import { DOCUMENT_PARTS, type DocumentPart, type TrackDocument } from './model/document.js';
import { routeOf } from './model/scene.js';
import { withDraft, type Session, type SessionAction } from './model/session.js';
import { afterSaving, serverCopyOf, toRequest, type ServerCopy } from './model/wire.js';
import { useQuestion, type AnswerWith } from './use-question.js';
import { readMap } from './use-server-map.js';

const words = TEXTS.editor;

/** What has to be answered before a drawing is saved. */
export type SaveQuestion =
  /** Answered with the name of the track. */
  | { readonly kind: 'name'; readonly proposed: string; readonly answer: AnswerWith<string> }
  | {
      readonly kind: 'running';
      readonly raceEffects: ReturnType<typeof raceEffects>;
      readonly answer: AnswerWith<true>;
    }
  /** Answered with the parts that are theirs. */
  | {
      readonly kind: 'conflict';
      readonly mine: TrackDocument;
      readonly theirs: ServerCopy;
      readonly divergence: Divergence;
      readonly answer: AnswerWith<readonly DocumentPart[]>;
    };

export interface Saving {
  /** What is drawn meanwhile would be lost: nothing can be. */
  readonly isBusy: boolean;
  readonly asked: SaveQuestion | null;
  /** Saves what has changed, of `parts` alone if they are given. False: it is not saved. */
  readonly save: (parts?: readonly DocumentPart[]) => Promise<boolean>;
}

const isRunning = ({ stsId, eveStart, eveFinish }: EventDetail, now: number): boolean =>
  stsId === PUBLISHED_STATE_ID && Date.parse(eveStart) <= now && now < Date.parse(eveFinish);

/** A track gets its name when it is saved for the first time. */
const TRACK_PARTS: readonly DocumentPart[] = ['lines', 'start', 'finish', 'boxes'];

/** The sentence for a failed saving: the server's own, of the whole or of its parts, or that of what was saved. */
const failureOf = (
  error: unknown,
  changed: readonly DocumentPart[],
  document: TrackDocument,
  base: ServerCopy,
): string => {
  if (errorKindOf(error) === 'refused') return failureText(error);
  const faults = Object.values(fieldFaults(error));
  if (faults.length > 0) return [...new Set(faults)].join(' ');
  if (changed.some((part) => part !== 'pois')) return words.saveFailed;
  const left = new Set(document.pois.map(({ id }) => id));
  const isRemoval =
    document.pois.length < base.document.pois.length &&
    document.pois.every((poi) => base.document.pois.includes(poi)) &&
    base.document.pois.some(({ id }) => !left.has(id));
  return isRemoval ? words.poiRemoveFailed : words.poisSaveFailed;
};

export const useSaving = (
  event: EventDetail,
  session: Session,
  dispatchToSession: (action: SessionAction) => void,
): Saving => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const { asked, ask } = useQuestion<SaveQuestion>();
  const [isBusy, setIsBusy] = useState(false);

  const rename = async (document: TrackDocument): Promise<TrackDocument | null> => {
    const proposed = document.name === '' ? event.eveCircuitName : document.name;
    const name = await ask<string>((answer) => ({ kind: 'name', proposed, answer }));
    if (name === null) return null;
    dispatchToSession({ type: 'do', action: { type: 'rename', name } });
    return { ...document, name };
  };

  /** The drawing with what somebody else has saved, and what to compare it with from now on. */
  const merge = async (
    base: ServerCopy,
    mine: TrackDocument,
  ): Promise<{ base: ServerCopy; document: TrackDocument } | null> => {
    const read = serverCopyOf(await dispatch(readMap(event.eveId)));
    const theirs = { ...read, poiIds: { ...base.poiIds, ...read.poiIds } };
    const parts = divergence(base.document, mine, theirs.document);
    const isToBeSeen = parts.theirs.length > 0 || parts.both.length > 0;
    const chosen = isToBeSeen
      ? await ask<readonly DocumentPart[]>((answer) => ({
          kind: 'conflict',
          mine,
          theirs,
          divergence: parts,
          answer,
        }))
      : [];
    if (chosen === null) return null;
    const document = takeParts(mine, theirs.document, [...parts.theirs, ...chosen]);
    dispatchToSession({ type: 'merged', base: theirs, document });
    return { base: theirs, document };
  };

  const run = async (parts: readonly DocumentPart[]): Promise<boolean> => {
    let { base } = session;
    let document = session.history.present;
    if (parts === DOCUMENT_PARTS) {
      document = withDraft(session).history.present;
      dispatchToSession({ type: 'finishMode' });
    }
    const changedOf = (): DocumentPart[] =>
      diffParts(base.document, document).filter((part) => parts.includes(part));
    const isNaming = document.name === '' && changedOf().some((part) => TRACK_PARTS.includes(part));
    let mustAskName = isNaming;
    for (;;) {
      if (mustAskName) {
        const named = await rename(document);
        if (named === null) return false;
        document = named;
        mustAskName = false;
      }
      const changed = changedOf();
      if (changed.length === 0) {
        dispatchToSession({ type: 'saved', base, keepsEditing: parts !== DOCUMENT_PARTS });
        return true;
      }
      const told = raceEffects(
        routeOf(base.document),
        routeOf(takeParts(base.document, document, changed)),
        event.eveGeoRadius,
      );
      if (told.changes.length > 0 && isRunning(event, Date.now())) {
        const yes = await ask<true>((answer) => ({ kind: 'running', raceEffects: told, answer }));
        if (yes === null) return false;
      }
      try {
        const request = toRequest(event.eveId, document, base, parts);
        const answer = await dispatch(editorApi.endpoints.saveMap.initiate(request)).unwrap();
        const saved = afterSaving(base, document, answer, parts);
        dispatchToSession({ type: 'saved', base: saved, keepsEditing: parts !== DOCUMENT_PARTS });
        notices.success(changed.every((part) => part === 'pois') ? words.poisSaved : words.saved);
        return true;
      } catch (failure) {
        if (isConflict(failure)) {
          const merged = await merge(base, document);
          if (merged === null) return false;
          ({ base, document } = merged);
          continue;
        }
        notices.showText(failureOf(failure, changed, document, base));
        // The dialog opens again, with what was typed.
        if (!isNaming) return false;
        mustAskName = true;
      }
    }
  };

  const save = async (parts: readonly DocumentPart[] = DOCUMENT_PARTS): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    try {
      return await run(parts);
    } catch (failure) {
      // Of reading what somebody else has saved.
      notices.showDialog((failure as { error?: unknown }).error ?? failure);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, asked, save };
};
