import type { MapPosition } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/editor.js';
import { useNotices } from '../../shared/ui/notices.js';
import { editorApi } from './api.js';
import type { SessionAction } from './model/session.js';

/** Saves where the map of an event opens; null, when it is not drawn yet, saves nothing. */
export const useSavedPosition = (
  eventId: number,
  dispatchToSession: (action: SessionAction) => void,
): ((position: MapPosition | null) => Promise<void>) => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  return async (position) => {
    if (position === null) return;
    const { lat, lng, zoom } = position;
    const { centreMap, editedRoute } = editorApi.endpoints;
    try {
      const body = { position: { lat, lng }, zoom };
      await dispatch(centreMap.initiate({ id: eventId, body })).unwrap();
      const { revision } = await dispatch(
        editedRoute.initiate(eventId, { forceRefetch: true, subscribe: false }),
      ).unwrap();
      dispatchToSession({ type: 'positioned', position, revision });
      notices.success(TEXTS.editor.positionSaved);
    } catch (failure) {
      notices.showError(failure);
    }
  };
};
