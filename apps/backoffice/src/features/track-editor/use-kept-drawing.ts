import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { dropDrawing, keepDrawing, keptDrawing, type KeptDrawing } from './kept-drawing.js';
import { isDirty } from './model/diff.js';
import { withDraft, type Session } from './model/session.js';

/** Writing thousands of points takes a moment: not after each of a series of steps. */
const KEEP_AFTER_MS = 500;

/** Keeps what is not saved on this device, and finds what an earlier sitting left. */
export const useKeptDrawing = (eventId: number, userId: number, session: Session) => {
  const { base } = session;
  const document = useMemo(() => withDraft(session).history.present, [session]);
  const isUnsaved = isDirty(document, base.document);
  const [earlier] = useState(() => keptDrawing(eventId, userId));
  const [found, setFound] = useState<KeptDrawing | null>(() =>
    earlier !== null && isDirty(earlier.document, base.document) ? earlier : null,
  );
  /** Of what this tab answers for, and may drop. */
  const keptAt = useRef(earlier?.keptAt ?? null);
  const [hasFailed, setHasFailed] = useState(false);

  const drop = (): void => {
    if (keptAt.current !== null) dropDrawing(eventId, userId, keptAt.current);
    keptAt.current = null;
  };
  const keep = useEffectEvent((): void => {
    // Until somebody has decided on it, what was found stays.
    if (found !== null) return;
    if (!isUnsaved) drop();
    else {
      keptAt.current = Date.now();
      setHasFailed(!keepDrawing(eventId, userId, { keptAt: keptAt.current, base, document }));
    }
  });
  useEffect(() => {
    const timer = window.setTimeout(() => keep(), KEEP_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [document, base, isUnsaved, found]);
  useEffect(() => {
    const onHide = (): void => keep();
    window.addEventListener('pagehide', onHide);
    window.document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      window.document.removeEventListener('visibilitychange', onHide);
      // The screen is left, by the end of the session too.
      onHide();
    };
  }, []);

  const decided = (): void => setFound(null);
  return { found, decided, drop, hasFailed, isUnsaved };
};
