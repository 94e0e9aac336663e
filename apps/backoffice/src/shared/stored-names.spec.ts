import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  DRIVE_CACHES,
  driveDatabase,
  driveLock,
  formerKeptDrawingKey,
  keptDrawingKey,
  PANEL_NAMES,
  panelKey,
  RENEWAL_LOCK,
  SESSION_COOKIES,
  STORAGE_KEYS,
} from './stored-names.js';

/** Change a name here only if data that devices stored under the former name is still read. */
describe('names on a device', () => {
  it('are those of every release', () => {
    expect(Object.values(SESSION_COOKIES)).toEqual(['token', 'refreshToken', 'user', 'club']);
    expect(RENEWAL_LOCK).toBe('flagpost.renewal');
    const secret = 'abcdefghijklmnopqrstuvwxyz';
    const ofDrive = 'flagpost.drive.abcdefghijklmnop';
    expect([driveDatabase(secret), driveLock(secret)]).toEqual([ofDrive, ofDrive]);
    expect(DRIVE_CACHES).toBe('flagpost.drive.');
    expect([
      ...Object.values(STORAGE_KEYS),
      ...PANEL_NAMES.map(panelKey),
      keptDrawingKey(7, 3),
      formerKeptDrawingKey(7),
    ]).toEqual([
      'session',
      'flagpost.language',
      'flagpost.menu',
      'flagpost.theme',
      'flagpost.theme.liveMap',
      'flagpost.imagery',
      'flagpost.flagKeys',
      'flagpost.carsBox',
      'flagpost.pinnedTimer',
      'flagpost.pushLanguage',
      'flagpost.pushEndpoint',
      'flagpost.pushKey',
      'flagpost.panel.cars',
      'flagpost.panel.offline',
      'flagpost.panel.categories',
      'flagpost.panel.timers',
      'flagpost.drawing.7.3',
      'flagpost.drawing.7',
    ]);
  });

  it('stand in one file', () => {
    const sources = new URL('../', import.meta.url);
    const others = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/\.spec\.tsx?$/.test(path) &&
        !path.endsWith('shared/stored-names.ts') &&
        /(local|session)Storage\.\w+\(\s*['"`]\w|['"`]flagpost\.|Cookies\.\w+\(\s*['"`]/.test(
          readFileSync(new URL(path, sources), 'utf8'),
        ),
    );
    expect(others).toEqual([]);
  });
});
