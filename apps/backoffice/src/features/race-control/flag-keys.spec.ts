import { afterEach, describe, expect, it } from '@jest/globals';
import { FLAG_CODES, flagOf, FLAGS } from '@flagpost/contracts';
import { areKeysOn, readFlagKey, switchKeys } from './flag-keys.js';

const press = (
  key: string,
  on: Element = document.body,
  changes: KeyboardEventInit = {},
  isArmed = false,
) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...changes });
  on.dispatchEvent(event);
  return readFlagKey(event, isArmed);
};
const put = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] =>
  document.body.appendChild(document.createElement(tag));

afterEach(() => {
  document.body.replaceChildren();
  window.localStorage.clear();
});

describe('a key', () => {
  it('arms its flag, in capitals or not', () => {
    expect(press('y')).toEqual({ does: 'arm', code: FLAGS.yellow });
    expect(press('Y')).toEqual({ does: 'arm', code: FLAGS.yellow });
    expect(press('z')).toBeNull();
  });

  it('belongs to one flag', () => {
    const keys = FLAG_CODES.map((code) => flagOf(code).key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('sends only what is armed', () => {
    expect(press('Enter')).toBeNull();
    expect(press('Escape')).toBeNull();
    expect(press('Enter', document.body, {}, true)).toEqual({ does: 'send' });
    expect(press('Escape', document.body, {}, true)).toEqual({ does: 'disarm' });
  });

  it('is dead when it repeats and with a modifier', () => {
    for (const changes of [
      { repeat: true },
      { ctrlKey: true },
      { altKey: true },
      { metaKey: true },
      { shiftKey: true },
      { isComposing: true },
    ]) {
      expect(press('r', document.body, changes)).toBeNull();
      expect(press('Enter', document.body, changes, true)).toBeNull();
    }
  });

  it('is dead in a field, not on a checkbox', () => {
    expect(press('r', put('input'))).toBeNull();
    expect(press('r', put('textarea'))).toBeNull();
    const checkbox = put('input');
    checkbox.type = 'checkbox';
    expect(press('r', checkbox)).toEqual({ does: 'arm', code: FLAGS.red });
  });

  it('is dead while a dialog is open, wherever the focus is', () => {
    put('div').setAttribute('role', 'dialog');
    expect(press('r')).toBeNull();
    expect(press('Enter', document.body, {}, true)).toBeNull();
    expect(press('?', document.body, { shiftKey: true })).toBeNull();
  });

  it('lists the keys with a question mark', () => {
    expect(press('?', document.body, { shiftKey: true })).toEqual({ does: 'list' });
  });
});

it('remembers that keys were switched off', () => {
  expect(areKeysOn()).toBe(true);
  switchKeys(false);
  expect(areKeysOn()).toBe(false);
});
