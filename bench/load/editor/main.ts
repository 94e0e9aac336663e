import type { LatLng } from '@flagpost/contracts';
import { circuitOf, draggedOf } from './circuit.js';
import { dragOurs } from './ours.js';
import type { EditorPage } from './page.js';
import { dragPart, dragWhole } from './terra-draw.js';

/** The page of the bench `editor`: the same line in one of several editors. Its query sets editor, points and zoom. */

export interface Drawn {
  readonly points: readonly LatLng[];
  /** Index of the point that is dragged. */
  readonly dragged: number;
  /** The dragged point is in the middle of the view. */
  readonly zoom: number;
}
/** An editor that shows the line, with a handle on the point. */
export type Open = (host: HTMLElement, drawn: Drawn) => Promise<EditorPage>;

const EDITORS: Readonly<Record<string, Open>> = { ours: dragOurs, whole: dragWhole, part: dragPart };

const asked = new URLSearchParams(window.location.search);
const count = Number(asked.get('points'));
const open = EDITORS[asked.get('side') ?? ''];
const host = document.getElementById('map');
if (open === undefined || host === null) throw new Error('There is no such editor.');
window.editor = await open(host, {
  points: circuitOf(count),
  dragged: draggedOf(count),
  zoom: Number(asked.get('zoom')),
});
