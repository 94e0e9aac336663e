/**
 * Ways out of a screen that are no navigation, such as signing out. A screen with unsaved changes holds them back and
 * asks.
 */
type GoOn = () => void;
let hold: ((goOn: GoOn) => void) | null = null;

/** Returns a function that lets them through again. There is one at a time. */
export const holdWaysOut = (ask: (goOn: GoOn) => void): (() => void) => {
  hold = ask;
  return () => {
    if (hold === ask) hold = null;
  };
};

/** Leaves at once, or as soon as the open screen lets it. */
export const leaveScreen = (goOn: GoOn): void => (hold ?? ((go: GoOn) => go()))(goOn);
