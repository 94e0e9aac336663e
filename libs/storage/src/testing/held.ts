import { inlineStorage, StorageUnavailable, type Collect, type Storage } from '../index.js';

interface HeldCall {
  /** Passes the items on; resolves when the call was carried out. */
  readonly carryOut: () => Promise<unknown>;
  /** Answers the caller, unless it was answered before. */
  readonly fail: () => void;
}

/** Storage in this thread whose collected operations wait until the test lets each call end, in their order. */
export interface HeldStorage extends Storage {
  /** What is collected from now on belongs to another call. */
  seal(): void;
  /** Carries out the oldest call. @returns whether there was one. */
  carryOut(): Promise<boolean>;
  /** Fails the oldest call as a disk does that cannot be used. @returns whether there was one. */
  fail(): boolean;
  /** Carries out the oldest call and fails it all the same. @returns whether there was one. */
  loseAnswer(): Promise<boolean>;
  /** Carries out all calls; none waits from then on. */
  release(): Promise<void>;
}

export const heldStorage = (): HeldStorage => {
  const inner = inlineStorage();
  const calls: HeldCall[] = [];
  let seals = 0;
  let isReleased = false;

  const held = <Item, Result>(collect: Collect<Item, Result>): Collect<Item, Result> => {
    let items: Item[] = [];
    let result: Promise<Result>;
    let sealsBefore = -1;
    const begin = (): void => {
      const own: Item[] = [];
      result = new Promise<Result>((resolve, reject) => {
        calls.push({
          carryOut() {
            const [carriedOut] = own.map((item) => collect(item, 0).result);
            carriedOut?.then(resolve, reject);
            return carriedOut ?? Promise.resolve();
          },
          fail: () => reject(new StorageUnavailable('The disk is full.')),
        });
      });
      items = own;
      sealsBefore = seals;
    };
    return (item, bytes) => {
      if (isReleased) return collect(item, bytes);
      if (sealsBefore !== seals) begin();
      items.push(item);
      return { index: items.length - 1, items, result };
    };
  };
  const carryOut = async (): Promise<boolean> => {
    seals += 1;
    const call = calls.shift();
    await call?.carryOut();
    return call !== undefined;
  };

  return {
    seal: () => void (seals += 1),
    carryOut,
    fail() {
      seals += 1;
      const call = calls.shift();
      call?.fail();
      return call !== undefined;
    },
    async loseAnswer() {
      seals += 1;
      const call = calls.shift();
      call?.fail();
      await call?.carryOut();
      return call !== undefined;
    },
    async release() {
      while (await carryOut());
      isReleased = true;
    },
    open(definition, place) {
      const opened = inner.open(definition, place);
      return { ...opened, collect: (name, seal) => held(opened.collect(name, seal)) };
    },
  };
};
