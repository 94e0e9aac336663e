import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { guardArrivals } from './arriving-controls.js';

/** A box of cards below each other, 50 px each: jsdom lays nothing out. */
const cards = () => {
  const box = document.createElement('section');
  document.body.append(box);
  const add = (name: string, before: HTMLElement | null = null): HTMLButtonElement => {
    const button = document.createElement('button');
    button.textContent = name;
    button.getBoundingClientRect = () => {
      const top = [...box.children].indexOf(button) * 50 - box.scrollTop;
      return new DOMRect(0, top, 100, 50);
    };
    box.insertBefore(button, before);
    return button;
  };
  return { box, add };
};
const isArriving = (control: HTMLElement): boolean => control.hasAttribute('data-arriving');
/** Mutations are reported in a microtask. */
const reported = (): Promise<void> => Promise.resolve();

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('controls that arrive', () => {
  it('take no press for half a second; those that stood there do', async () => {
    const { box, add } = cards();
    const standing = add('Acknowledge 7');
    guardArrivals(box);
    const arrived = add('Acknowledge 12');
    await reported();
    expect([standing, arrived].map(isArriving)).toEqual([false, true]);
    jest.advanceTimersByTime(499);
    expect(isArriving(arrived)).toBe(true);
    jest.advanceTimersByTime(1);
    expect(isArriving(arrived)).toBe(false);
  });

  it('include those that were moved by another one', async () => {
    const { box, add } = cards();
    const moved = add('Acknowledge 7');
    guardArrivals(box);
    add('Acknowledge 3', moved);
    await reported();
    expect(isArriving(moved)).toBe(true);
    jest.advanceTimersByTime(500);

    box.firstElementChild?.remove();
    await reported();
    expect(isArriving(moved)).toBe(true);
  });

  it('do not include those that a person scrolled', async () => {
    const { box, add } = cards();
    const standing = add('Acknowledge 7');
    guardArrivals(box);
    box.scrollTop = 20;
    add('Acknowledge 12');
    await reported();
    expect(isArriving(standing)).toBe(false);
  });

  it('do not include those that other words moved a little', async () => {
    const { box, add } = cards();
    const standing = add('Acknowledge 7');
    guardArrivals(box);
    standing.getBoundingClientRect = () => new DOMRect(0, 15, 100, 50);
    add('Acknowledge 12');
    await reported();
    expect(isArriving(standing)).toBe(false);
  });

  it('are all free when the guard ends', async () => {
    const { box, add } = cards();
    const end = guardArrivals(box);
    const arrived = add('Acknowledge 7');
    await reported();
    end();
    expect(isArriving(arrived)).toBe(false);
    const later = add('Acknowledge 12');
    await reported();
    expect(isArriving(later)).toBe(false);
  });
});
