import { useCallback, useEffect, useRef, useState } from 'react';
import type { DriveAnswer } from '@flagpost/contracts';
import { readInvitation, type Failure } from './api.js';
import {
  forgetPastDrives,
  memoryDatabase,
  NOTHING_KEPT,
  reportingFailures,
  type Kept,
  type PhoneDatabase,
} from './phone/database.js';

/** What a link that opens nothing is refused with. */
const UNKNOWN_LINK = 418;

export type OpenDatabase = (secret: string) => Promise<PhoneDatabase>;

/** An invitation as this phone knows it: what it keeps at once, and what the server says as soon as it does. */
export interface KnownInvitation {
  /** Null until it is open. */
  readonly database: PhoneDatabase | null;
  readonly kept: Kept;
  /** Whether what waits to be sent outlives the page: false in a browser without a database, and once one has failed. */
  readonly isKept: boolean;
  readonly invitation: DriveAnswer | null;
  readonly failure: Failure | null;
  /** The link opens nothing any more. It says nothing of the token of a phone that drives. */
  readonly isLinkOver: boolean;
  /** The event is over, and nothing of it is left to send. */
  readonly isDone: boolean;
  readonly onDone: () => void;
  /** The event is over, its link has ended, and what this phone kept of it is deleted. */
  readonly isForgotten: boolean;
  /** Reads what the phone keeps again: another tab may have changed it. */
  readonly refresh: () => Promise<Kept>;
  readonly keep: (change: Partial<Kept>) => void;
  readonly onAnswer: (invitation: DriveAnswer) => void;
  readonly reload: () => void;
}

export const useInvitation = (secret: string, open: OpenDatabase): KnownInvitation => {
  const [database, setDatabase] = useState<PhoneDatabase | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [kept, setKept] = useState<Kept>(NOTHING_KEPT);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isForgotten, setIsForgotten] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const newest = useRef<Kept>(NOTHING_KEPT);
  const store = useRef<PhoneDatabase | null>(null);
  /** Whether `newest` is stored. */
  const stored = useRef<Promise<boolean>>(Promise.resolve(true));
  /** As `isDone`, known at once. */
  const done = useRef(false);
  /** How often the person has answered: what was asked for before is older than the answer. */
  const answers = useRef(0);

  const keep = useCallback((change: Partial<Kept>): void => {
    newest.current = { ...newest.current, ...change };
    setKept(newest.current);
    stored.current = (store.current?.keep(newest.current) ?? Promise.resolve()).then(
      () => true,
      () => false, // a full storage: it is kept until the page closes
    );
  }, []);
  const refresh = useCallback(async (): Promise<Kept> => {
    if (!(await stored.current)) return newest.current;
    const read = await store.current?.readKept().catch(() => undefined); // one that cannot be read begins anew
    if (read !== undefined) setKept((newest.current = read));
    return newest.current;
  }, []);
  const onAnswer = useCallback(
    (invitation: DriveAnswer): void => {
      answers.current += 1;
      keep({ invitation });
    },
    [keep],
  );
  const forget = useCallback(async (): Promise<void> => {
    const deleted = store.current?.forget();
    store.current = null;
    newest.current = NOTHING_KEPT;
    setKept(NOTHING_KEPT);
    setDatabase(null);
    setIsForgotten(true);
    await deleted?.catch(() => undefined);
  }, []);
  const read = useCallback(async (): Promise<void> => {
    const answersBefore = answers.current;
    const result = await readInvitation(secret);
    const { invitation: known, token } = newest.current;
    const isIdle = token === null || done.current;
    const isUnknown =
      'failure' in result && result.failure.kind === 'refused' && result.failure.status === UNKNOWN_LINK;
    if (isUnknown && isIdle && known !== null && Date.parse(known.Finish) < Date.now()) {
      await forget();
      return;
    }
    setFailure('failure' in result ? result.failure : null);
    if ('data' in result && answers.current === answersBefore) keep({ invitation: result.data });
  }, [secret, keep, forget]);

  useEffect(() => {
    let isOver = false;
    const begin = async (): Promise<void> => {
      const own = await open(secret).catch(memoryDatabase);
      if (isOver) return;
      const opened = reportingFailures(own, () => setHasFailed(true));
      store.current = opened;
      await refresh();
      setDatabase(opened);
      await read();
      await forgetPastDrives(Date.now(), secret).catch(() => undefined);
    };
    void begin();
    return () => {
      isOver = true;
    };
  }, [secret, open, read, refresh]);

  const { invitation } = kept;
  const isKept = database?.isLasting !== false && !hasFailed;
  const isLinkOver = failure?.kind === 'refused';
  const reload = useCallback((): void => void read(), [read]);
  const onDone = useCallback((): void => {
    done.current = true;
    setIsDone(true);
    // A link that has ended was not enough to forget the event before.
    reload();
  }, [reload]);
  return {
    database,
    kept,
    isKept,
    invitation,
    failure,
    isLinkOver,
    isDone,
    onDone,
    isForgotten,
    refresh,
    keep,
    onAnswer,
    reload,
  };
};
