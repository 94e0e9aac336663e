import type { Ids, Logger } from '@flagpost/platform';
import { createRoom, type ReadSnapshot, type Room, type RoomDependencies } from './room.js';

/** The rooms in use: opened for the first viewer, closed when the last one leaves. */
export interface Rooms {
  /** Opens the room if it is not open. */
  of(eventId: number): Room;
  find(eventId: number): Room | undefined;
  /** Events that a viewer watches. */
  watchedBy(viewerId: string): number[];
  remove(eventId: number, viewerId: string): void;
  refresh(): void;
  count(): number;
  close(): void;
}

export type RoomsDependencies = Pick<RoomDependencies, 'transport' | 'clock' | 'scheduler' | 'pack'> & {
  readonly readSnapshot: (eventId: number) => ReturnType<ReadSnapshot>;
  readonly ids: Ids;
  readonly logger: Logger;
};

export const createRooms = ({ readSnapshot, ids, logger, ...dependencies }: RoomsDependencies): Rooms => {
  const rooms = new Map<number, Room>();

  const closeEmpty = (eventId: number): void => {
    const room = rooms.get(eventId);
    if (room?.empty() !== true) return;
    room.close();
    rooms.delete(eventId);
  };

  const open = (eventId: number): Room => {
    const room = createRoom({
      ...dependencies,
      eventId,
      streamId: ids.uuid(),
      readSnapshot: () => readSnapshot(eventId),
      onSnapshotFailed(error) {
        logger.error('snapshot failed', { eventId, error });
        closeEmpty(eventId);
      },
    });
    rooms.set(eventId, room);
    return room;
  };

  return {
    of: (eventId) => rooms.get(eventId) ?? open(eventId),
    find: (eventId) => rooms.get(eventId),
    watchedBy: (viewerId) => [...rooms].filter(([, room]) => room.has(viewerId)).map(([eventId]) => eventId),
    remove(eventId, viewerId) {
      rooms.get(eventId)?.remove(viewerId);
      closeEmpty(eventId);
    },
    refresh() {
      for (const room of rooms.values()) room.refresh();
    },
    count: () => rooms.size,
    close() {
      for (const room of rooms.values()) room.close();
      rooms.clear();
    },
  };
};
