import { writeSync } from 'node:fs';
import type { Position } from '@flagpost/event-sourcing';
import { sqliteReadModels } from '../sqlite/index.js';
import { lapCount } from './lap-count.js';

/**
 * A program that writes the views at the path until it is killed: for each event a document for a car and a count of all, then
 * the checkpoint. Prints the number of the event whose checkpoint is saved.
 */
const [path = ''] = process.argv.slice(2);
const projection = lapCount();
const readModels = sqliteReadModels({ path, projections: [projection] });
await readModels.drop(projection.name, 1, projection.views);
const counts = readModels.view('lap-count');
for (let event = 1, saved: Position | null = null; ; event += 1) {
  const position = String(event).padStart(16, '0') as Position;
  await counts.put(event % 50, { car: event % 50, event, padding: 'x'.repeat(event % 3_000) }, position);
  await counts.put('all', { event }, position);
  await readModels.saveCheckpoint(projection.name, { version: 1, position }, saved);
  saved = position;
  writeSync(1, `${event}\n`);
}
