import type { Position } from '@flagpost/event-sourcing';
import type { HistoryBlock, Records } from '@flagpost/records';

/** How far a move has got: kept with the records of the target, so that it goes on there after any interruption. */
export interface Progress {
  /** Which installation is moved: the id of its first event. */
  readonly source: string;
  /** Of the source: all events up to here are in the target. */
  readonly events: Position | null;
  readonly history: Omit<HistoryBlock, 'bytes'> | null;
  readonly done: boolean;
}

/** Checkpoint in the records of the target. */
export const MOVE_CHECKPOINT = 'move';

export const loadProgress = async ({
  checkpoints,
}: Pick<Records, 'checkpoints'>): Promise<Progress | null> => {
  const text = await checkpoints.load(MOVE_CHECKPOINT);
  return text === null ? null : (JSON.parse(text) as Progress);
};

export const saveProgress = (
  { checkpoints }: Pick<Records, 'checkpoints'>,
  progress: Progress,
): Promise<void> => checkpoints.save(MOVE_CHECKPOINT, JSON.stringify(progress));
