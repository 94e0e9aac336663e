import { useRef, type RefObject } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import type { TrailSource } from '@flagpost/map-layers';
import { TEXTS } from '../../shared/texts/history.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useRacePicture } from '../race-control/ui/use-race-picture.js';
import { drawMoment } from './draw-moment.js';
import type { ShownMoment } from './past-trail.js';
import type { OpenReplay } from './use-replay.js';

/** A picture of the moment at which the replay stands, for a panel with a canvas. */
export interface MomentPicture {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** What it needs is still being read. */
  readonly isLoading: boolean;
  /** Draws it; null if there is nothing to keep: the panel was closed, or the replay was moved, which the user is told. */
  readonly draw: () => Promise<ShownMoment | null>;
}

/** @param trail as it is shown */
export const useMomentPicture = (
  event: EventDetail,
  trail: TrailSource | null,
  open: OpenReplay,
): MomentPicture => {
  const notices = useNotices();
  const picture = useRacePicture(event, trail);
  const canvas = useRef<HTMLCanvasElement>(null);
  return {
    canvas,
    isLoading: picture.isLoading,
    async draw() {
      const moment = await drawMoment(open, picture, () => canvas.current);
      if (moment !== 'moved') return moment;
      notices.warning(TEXTS.history.moved);
      return null;
    },
  };
};
