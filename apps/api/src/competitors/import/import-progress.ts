import { Injectable } from '@nestjs/common';
import type { ImportProgressAnswer } from '@flagpost/contracts';

/** How far the imports under way in this process are, by event. */
@Injectable()
export class ImportProgress {
  private readonly underWay = new Map<number, ImportProgressAnswer>();

  of(eventId: number): ImportProgressAnswer {
    return this.underWay.get(eventId) ?? { done: 0, total: 0 };
  }

  start(eventId: number, total: number): { add(rows: number): void; end(): void } {
    let done = 0;
    this.underWay.set(eventId, { done, total });
    return {
      add: (rows) => {
        done += rows;
        this.underWay.set(eventId, { done, total });
      },
      end: () => void this.underWay.delete(eventId),
    };
  }
}
