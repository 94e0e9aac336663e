import type { DriveTrack } from '@flagpost/track-geometry';
import { act } from '../model/actions.js';
import type { TrackDocument } from '../model/document.js';

/** A drawing with a driven track: its line is added, and as start and finish are on it, it becomes the race line. */
export const withDrive = (document: TrackDocument, { line, start, finish }: DriveTrack): TrackDocument => {
  const drawn = act(document, { type: 'addLine', points: line });
  const started = start === null ? drawn : act(drawn, { type: 'place', place: 'start', at: start });
  return finish === null ? started : act(started, { type: 'place', place: 'finish', at: finish });
};
