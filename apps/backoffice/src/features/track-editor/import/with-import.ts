import type { TrackDocument } from '../model/document.js';
import type { ImportedTrack } from './choices.js';

/** A drawing with what was taken from a file: one step of undo. What the file does not have stays as it is drawn. */
export const withImport = (document: TrackDocument, imported: ImportedTrack): TrackDocument => {
  const { name, lines, start, finish, boxes, pois, replacesLines } = imported;
  let { nextId } = document;
  const newId = (): string => `new-${nextId++}`;
  return {
    ...document,
    name: name ?? document.name,
    lines: [
      ...(replacesLines && lines.length > 0 ? [] : document.lines),
      ...lines.map((points) => ({ id: newId(), points })),
    ],
    start: start ?? document.start,
    finish: finish ?? document.finish,
    boxes: boxes ?? document.boxes,
    pois: [...document.pois, ...pois.map((poi) => ({ ...poi, id: newId() }))],
    nextId,
  };
};
