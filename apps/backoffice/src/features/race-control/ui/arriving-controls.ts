/** A press that was on its way when a control came, or moved, was meant for what stood there before. */
const TAKES_NO_PRESS_MS = 500;
/** Half the height of a control: its words may have moved it a little. */
const STAYS_WITHIN_PX = 16;
const CONTROLS = 'button, a[href], input, select, [role=button]';
/** Read by `side-column.css`: presses go to the box behind. */
const ARRIVING = 'data-arriving';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The centre of a control within a box, however far that is scrolled, pixels. */
const placeIn = (box: HTMLElement, control: Element): Place => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const { left: boxLeft, top: boxTop } = box.getBoundingClientRect();
  return { x: left + width / 2 - boxLeft, y: top + height / 2 - boxTop + box.scrollTop };
};

/** A press at its former place may still be meant for it. */
const isNear = (a: Place, b: Place): boolean => Math.hypot(a.x - b.x, a.y - b.y) < STAYS_WITHIN_PX;

/**
 * Controls of a box that have just come, or have moved as others came or went, take no press for half a second: a finger or
 * a mouse that was already on its way does nothing there. The keyboard works at once.
 *
 * @returns a function that ends it
 */
export const guardArrivals = (box: HTMLElement): (() => void) => {
  let places = new Map<Element, Place>();
  const timers = new Map<Element, number>();
  const look = (): ReadonlyMap<Element, Place> =>
    (places = new Map(
      [...box.querySelectorAll(CONTROLS)].map((control) => [control, placeIn(box, control)] as const),
    ));
  const admit = (control: Element): void => {
    control.removeAttribute(ARRIVING);
    timers.delete(control);
  };
  const guard = (control: Element): void => {
    control.setAttribute(ARRIVING, '');
    window.clearTimeout(timers.get(control));
    timers.set(
      control,
      window.setTimeout(() => admit(control), TAKES_NO_PRESS_MS),
    );
  };
  // Called before the next event.
  const changes = new MutationObserver(() => {
    const before = places;
    for (const [control, place] of look()) {
      const former = before.get(control);
      const stays = former !== undefined && isNear(former, place);
      // A press that has begun on it is meant for it.
      if (!stays && !control.matches(':active')) guard(control);
    }
    for (const [control, timer] of timers) {
      if (places.has(control)) continue;
      window.clearTimeout(timer);
      timers.delete(control);
    }
  });
  look();
  changes.observe(box, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    for (const [control, timer] of timers) {
      window.clearTimeout(timer);
      control.removeAttribute(ARRIVING);
    }
  };
};
