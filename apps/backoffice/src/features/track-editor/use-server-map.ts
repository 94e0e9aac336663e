import { useCallback, useEffect, useState } from 'react';
import type { EventMapAnswer } from '@flagpost/contracts';
import { useAppDispatch, type AppThunk } from '../../shared/store.js';
import { editorApi } from './api.js';

/** Which part of the map could not be read. */
export type MapFailure = { readonly part: 'track' | 'pois'; readonly error: unknown };

/** Reads never come from the cache: what is drawn upon must be the newest. */
const ONCE = { forceRefetch: true, subscribe: false } as const;

/** Route, points of interest and stages as they are on the server now. @throws {MapFailure} */
export const readMap =
  (eventId: number): AppThunk<Promise<EventMapAnswer>> =>
  async (dispatch) => {
    const failing =
      (part: MapFailure['part']) =>
      (error: unknown): never => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- a failure of a call, with the part that failed
        throw { part, error } satisfies MapFailure;
      };
    const { editedRoute, editedPois, editedStages } = editorApi.endpoints;
    const [route, { pois }, stages] = await Promise.all([
      dispatch(editedRoute.initiate(eventId, ONCE)).unwrap().catch(failing('track')),
      dispatch(editedPois.initiate(eventId, ONCE)).unwrap().catch(failing('pois')),
      dispatch(editedStages.initiate(eventId, ONCE)).unwrap().catch(failing('track')),
    ]);
    return { route, pois, stages };
  };

interface ServerMap {
  /** Undefined while it is read. */
  readonly map: EventMapAnswer | undefined;
  readonly failure: MapFailure | null;
  readonly retry: () => void;
}

/** The map as it was when the screen opened: what others save later does not change what is being drawn. */
export const useServerMap = (eventId: number): ServerMap => {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<Omit<ServerMap, 'retry'>>({ map: undefined, failure: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isShown = true;
    dispatch(readMap(eventId)).then(
      (map) => {
        if (isShown) setState({ map, failure: null });
      },
      (failure: unknown) => {
        // `readMap` rejects with nothing else.
        if (isShown) setState({ map: undefined, failure: failure as MapFailure });
      },
    );
    return () => {
      isShown = false;
    };
  }, [dispatch, eventId, attempt]);
  const retry = useCallback(() => {
    setState({ map: undefined, failure: null });
    setAttempt((before) => before + 1);
  }, []);
  return { ...state, retry };
};
