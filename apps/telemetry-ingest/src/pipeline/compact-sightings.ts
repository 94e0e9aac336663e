import { setImmediate as nextTurn } from 'node:timers/promises';
import { historyMinute, type Records, type SightingBlock } from '@flagpost/records';
import { compactSightings, inputsIn, isCompact } from '@flagpost/telemetry/journal';

/**
 * Lets the blocks of a minute refer to the journals of its cars, as those are stored by now. A block that would not become shorter
 * stays as it is.
 *
 * @param isOwn whether a writer is of this process: nobody else may change its blocks
 */
export const compactMinute = async (
  { history, sightings }: Pick<Records, 'history' | 'sightings'>,
  eventId: number,
  minute: number,
  isOwn: (writer: string) => boolean,
): Promise<void> => {
  const stored = await sightings.read(eventId, minute, minute);
  const blocks = stored.filter(({ writer, bytes }) => isOwn(writer) && !isCompact(bytes));
  if (blocks.length === 0) return;
  const journals = [
    ...(await historyMinute(history, eventId, minute - 1)),
    ...(await historyMinute(history, eventId, minute)),
  ];
  const bytesOf = new Map(
    journals.map(({ invitationId, minute: of, bytes }) => [`${invitationId} ${of}`, bytes]),
  );
  const inputsOf = inputsIn((invitationId, of) => bytesOf.get(`${invitationId} ${of}`));
  const shorter: SightingBlock[] = [];
  for (const block of blocks) {
    const bytes = compactSightings(block.bytes, inputsOf);
    if (bytes.length < block.bytes.length) shorter.push({ ...block, bytes });
    await nextTurn();
  }
  await sightings.put(shorter);
};
