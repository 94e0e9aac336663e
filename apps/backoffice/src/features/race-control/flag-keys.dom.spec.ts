import { afterEach, describe, expect, it } from '@jest/globals';
import { FLAG_CODES, flagOf, FLAGS, type FlagCode } from '@flagpost/contracts';
import {
  afterKey,
  areKeysOn,
  isFocusKey,
  NO_KEYS,
  readFlagKey,
  switchKeys,
  type FlagKey,
  type KeyState,
} from './flag-keys.js';

const press = (
  key: string,
  on: Element = document.body,
  changes: KeyboardEventInit = {},
  state: KeyState = NO_KEYS,
) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...changes });
  on.dispatchEvent(event);
  return readFlagKey(event, state);
};
const ARMED: KeyState = { armed: FLAGS.yellow, digits: '' };
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
    expect(press('Enter', document.body, {}, ARMED)).toEqual({ does: 'send' });
    expect(press('Escape', document.body, {}, ARMED)).toEqual({ does: 'disarm' });
  });

  it('of a digit is part of a number, which Enter, Escape and Backspace then concern', () => {
    const typed: KeyState = { armed: null, digits: '1' };
    expect(press('7')).toEqual({ does: 'digit', digit: '7' });
    expect(press('Enter', document.body, {}, typed)).toEqual({ does: 'find' });
    expect(press('Escape', document.body, {}, typed)).toEqual({ does: 'disarm' });
    expect(press('Backspace', document.body, {}, typed)).toEqual({ does: 'erase' });
    expect(press('Backspace')).toBeNull();
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
      expect(press('Enter', document.body, changes, ARMED)).toBeNull();
    }
  });

  it('is dead in a field, not on a checkbox', () => {
    expect(press('r', put('input'))).toBeNull();
    expect(press('r', put('textarea'))).toBeNull();
    const checkbox = put('input');
    checkbox.type = 'checkbox';
    expect(press('r', checkbox)).toEqual({ does: 'arm', code: FLAGS.red });
  });

  it('is dead under a modal dialog, wherever the focus is', () => {
    const dialog = put('div');
    dialog.setAttribute('role', 'dialog');
    for (const isModal of [null, 'true']) {
      if (isModal !== null) dialog.setAttribute('aria-modal', isModal);
      expect(press('r')).toBeNull();
      expect(press('Enter', document.body, {}, ARMED)).toBeNull();
      expect(press('?', document.body, { shiftKey: true })).toBeNull();
      expect(isFocusKey(new KeyboardEvent('keydown', { key: 'x' }), 'alert')).toBe(false);
    }
  });

  it('arms and sends beside a form of the column, but not in its fields', () => {
    const form = put('section');
    form.setAttribute('role', 'dialog');
    form.setAttribute('aria-modal', 'false');
    form.dataset['place'] = 'column';
    const chip = form.appendChild(document.createElement('button'));
    const field = form.appendChild(document.createElement('input'));
    for (const focused of [document.body, chip]) {
      expect(press('y', focused)).toEqual({ does: 'arm', code: FLAGS.yellow });
      expect(press('Enter', focused, {}, ARMED)).toEqual({ does: 'send' });
    }
    expect(press('y', field)).toBeNull();
    expect(press('Enter', field, {}, ARMED)).toBeNull();
  });

  it('arms nothing beside a question above the flags, which Enter answers; the alerts are in reach', () => {
    const question = put('section');
    question.setAttribute('role', 'dialog');
    question.setAttribute('aria-modal', 'false');
    question.dataset['place'] = 'receivers';
    expect(press('y')).toBeNull();
    expect(press('Enter', document.body, {}, ARMED)).toBeNull();
    expect(isFocusKey(new KeyboardEvent('keydown', { key: 'x' }), 'alert')).toBe(true);
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

describe('keys one after another', () => {
  const arm = (code: FlagCode): FlagKey => ({ does: 'arm', code });
  const digit = (pressed: string): FlagKey => ({ does: 'digit', digit: pressed });
  const after = (...keys: FlagKey[]): KeyState => keys.reduce(afterKey, NO_KEYS);

  it('a number belongs to the driver’s flag that is armed', () => {
    expect(after(arm(FLAGS.black), digit('1'), digit('7'))).toEqual({ armed: FLAGS.black, digits: '17' });
    expect(after(arm(FLAGS.black), digit('1'), { does: 'erase' })).toEqual({
      armed: FLAGS.black,
      digits: '',
    });
    expect(after(arm(FLAGS.black), digit('1'), arm(FLAGS.penalty))).toEqual({
      armed: FLAGS.penalty,
      digits: '',
    });
  });

  it('a number after a track flag disarms it, so that Enter sends nothing', () => {
    expect(after(arm(FLAGS.yellow), digit('1'), digit('7'))).toEqual({ armed: null, digits: '17' });
  });

  it('Enter and Escape end what was begun', () => {
    expect(after(arm(FLAGS.black), digit('1'), { does: 'send' })).toEqual(NO_KEYS);
    expect(after(digit('1'), { does: 'disarm' })).toEqual(NO_KEYS);
  });
});
