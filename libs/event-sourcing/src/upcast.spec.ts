import { describe, expect, it } from '@jest/globals';
import type { Position, RecordedEvent } from './store.js';
import { createUpcast } from './upcast.js';

const stored = (schemaVersion: number, data: unknown): RecordedEvent => ({
  type: 'FlagSent',
  data,
  stream: 'control-1',
  revision: 0,
  position: '1' as Position,
  recordedAt: 1,
  meta: {
    id: 'id',
    actorId: null,
    actorRoles: [],
    clubId: null,
    correlationId: 'c',
    causationId: null,
    schemaVersion,
  },
});

describe('upcasters', () => {
  const upcast = createUpcast({
    versions: { FlagSent: 3 },
    steps: {
      FlagSent: {
        1: (data) => ({ code: data }),
        2: (data) => ({ ...(data as object), to: 'all' }),
      },
    },
  });

  it('bring an event from any version to the current one', () => {
    expect(upcast.toCurrent(stored(1, 801)).data).toEqual({ code: 801, to: 'all' });
    expect(upcast.toCurrent(stored(2, { code: 802 })).data).toEqual({ code: 802, to: 'all' });
    expect(upcast.toCurrent(stored(1, 801)).meta.schemaVersion).toBe(3);
  });

  it('leave a current event alone', () => {
    const event = stored(3, {});
    expect(upcast.toCurrent(event)).toBe(event);
    expect(createUpcast().currentVersion('Unnamed')).toBe(1);
  });

  it('read an event under a former name as what it is called today, its versions included', () => {
    const renamed = createUpcast({
      versions: { FlagShown: 2 },
      steps: { FlagShown: { 1: (data) => ({ code: data }) } },
      names: { FlagSent: 'FlagShown' },
    });
    expect(renamed.toCurrent(stored(1, 801))).toMatchObject({ type: 'FlagShown', data: { code: 801 } });
    expect(renamed.toCurrent(stored(2, { code: 802 }))).toMatchObject({
      type: 'FlagShown',
      data: { code: 802 },
      stream: 'control-1',
    });
    expect(renamed.currentType('FlagShown')).toBe('FlagShown');
  });

  it('refuse what a newer program wrote', () => {
    expect(() => upcast.toCurrent(stored(4, {}))).toThrow(
      'FlagSent at 1 has version 4, this program supports 3.',
    );
  });

  it('must be complete', () => {
    expect(() =>
      createUpcast({ versions: { FlagSent: 3 }, steps: { FlagSent: { 1: (data) => data } } }),
    ).toThrow('FlagSent has no upcaster from version 2.');
  });
});
