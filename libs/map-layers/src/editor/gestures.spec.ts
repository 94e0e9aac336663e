import { describe, expect, it } from '@jest/globals';
import { createGestures, type Gestures, type Pointer } from './gestures.js';

/** What is heard, in order; drags from the left half move something. */
const record = (): {
  heard: string[];
  gestures: Gestures;
  at: (x: number, y: number, more?: Partial<Pointer>) => Pointer;
} => {
  const heard: string[] = [];
  const gestures = createGestures({
    onDown: ({ x }) => x < 100,
    onDragStart: ({ x, y }) => heard.push(`start ${x} ${y}`),
    onDrag: ({ x, y }) => heard.push(`to ${x} ${y}`),
    onDragEnd: ({ x, y }) => heard.push(`end ${x} ${y}`),
    onDragCancel: () => heard.push('cancel'),
    onPress: ({ x, y }, isDouble) => heard.push(`${isDouble ? 'double' : 'press'} ${x} ${y}`),
  });
  const at = (x: number, y: number, more: Partial<Pointer> = {}): Pointer => ({
    id: 1,
    at: { x, y },
    isPrimary: true,
    kind: 'fine',
    timeMs: 0,
    ...more,
  });
  return { heard, gestures, at };
};

describe('a pointer', () => {
  it('presses where it trembles by no more than its kind does', () => {
    const { heard, gestures, at } = record();
    gestures.down(at(50, 50));
    gestures.move(at(53, 50));
    gestures.up(at(53, 50))();
    gestures.down(at(50, 80, { kind: 'coarse' }));
    gestures.move(at(58, 80, { kind: 'coarse' }));
    gestures.up(at(58, 80, { kind: 'coarse' }))();
    expect(heard).toEqual(['press 53 50', 'press 58 80']);
  });

  it('drags what it went down on, from where it did', () => {
    const { heard, gestures, at } = record();
    gestures.down(at(50, 50));
    gestures.move(at(60, 50));
    gestures.move(at(70, 55));
    expect([gestures.heldBy, gestures.isMoving]).toEqual([1, true]);
    gestures.up(at(71, 55))();
    expect(heard).toEqual(['start 50 50', 'to 60 50', 'to 70 55', 'to 71 55', 'end 71 55']);
    expect(gestures.heldBy).toBeNull();
  });

  it('leaves a drag from elsewhere to the map', () => {
    const { heard, gestures, at } = record();
    gestures.down(at(150, 50));
    gestures.move(at(190, 50));
    expect([gestures.heldBy, gestures.isMoving]).toEqual([null, true]);
    gestures.up(at(190, 50))();
    expect(heard).toEqual([]);
  });

  it('presses twice if it is soon and near, and the third time anew', () => {
    const { heard, gestures, at } = record();
    const press = (x: number, timeMs: number): void => {
      gestures.down(at(x, 50, { timeMs }));
      gestures.up(at(x, 50, { timeMs }))();
    };
    press(50, 0);
    press(52, 300);
    press(52, 500);
    press(80, 700);
    press(80, 1_200);
    gestures.forgetPress();
    press(80, 1_300);
    expect(heard).toEqual([
      'press 50 50',
      'double 52 50',
      'press 52 50',
      'press 80 50',
      'press 80 50',
      'press 80 50',
    ]);
  });

  it('drops what it began when a second finger comes', () => {
    const { heard, gestures, at } = record();
    gestures.down(at(50, 50));
    gestures.move(at(70, 50));
    gestures.down(at(90, 90, { id: 2, isPrimary: false }));
    gestures.move(at(80, 50));
    gestures.up(at(80, 50))();
    expect(heard).toEqual(['start 50 50', 'to 70 50', 'cancel']);
    expect(gestures.heldBy).toBeNull();
  });

  it('holds its press until it is let go, and no longer than the next one', () => {
    const { heard, gestures, at } = record();
    gestures.down(at(50, 50));
    const letGo = gestures.up(at(50, 50));
    expect(gestures.heldBy).toBe(1);
    gestures.move(at(90, 50));
    gestures.cancel();
    gestures.down(at(60, 80));
    letGo();
    expect(gestures.heldBy).toBe(1);
    gestures.up(at(60, 80))();
    expect(heard).toEqual(['press 50 50', 'press 60 80']);
  });
});
