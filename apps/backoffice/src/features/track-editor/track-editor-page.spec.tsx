import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { PrimeReactProvider } from 'primereact/api';
import { PUBLISHED_STATE_ID, type EventDetail, type RoleName } from '@flagpost/contracts';
import type { EditorMapProps } from '@flagpost/map-layers/editor';
import { formerKeptDrawingKey, STORAGE_KEYS } from '../../shared/stored-names.js';
import { TEXTS } from '../../shared/texts.js';
import { MenuProvider } from '../../shared/ui/menu-state.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { anEvent } from '../../testing/events.js';
import { heldAnswer } from '../../testing/fetch.js';
import { ADA, asksBeforeUnload, button, field, leave, ok, openAs, refused } from '../../testing/office.js';
import { aMap, aServerCopy, CORNERS, noMap, ON_THE_LINE } from '../../testing/track.js';
import { keepDrawing, keptDrawing } from './kept-drawing.js';
import { TrackEditorPage } from './track-editor-page.js';

const words = TEXTS.editor;
const HOUR_MS = 3_600_000;
const SAVE = 'POST /events/map';

/** What the screen shows on the map, and what a person does there. */
let map: EditorMapProps;
const Surface = (props: EditorMapProps) => {
  map = props;
  return <div role="application" tabIndex={0} aria-label={props.texts.map} />;
};

afterEach(() => {
  leave();
  window.localStorage.clear();
});

const times = (fromH: number, toH: number) => ({
  eveStart: new Date(Date.now() + fromH * HOUR_MS).toISOString(),
  eveFinish: new Date(Date.now() + toH * HOUR_MS).toISOString(),
});
const reads = (answer = aMap()) => ({
  'GET /circuitRoutes/7': ok(answer.route),
  'GET /interestpoints/7': ok({ pois: answer.pois }),
  'GET /events/specialstages/7': ok(answer.stages),
});
const open = (answers = {}, changes: Partial<EventDetail> = {}, role: RoleName = 'planner') => {
  const opened = openAs(
    role,
    '/drawing/7',
    {
      'GET /events/7': ok(anEvent({ ...times(240, 250), ...changes })),
      'GET /mapSettings': ok({ tileUrl: '', nativeZoom: 14, attribution: '' }),
      'GET /sectors/byTrack/7': ok([]),
      ...reads(),
      [SAVE]: ok(aMap({ route: { revision: 6 } })),
      ...answers,
    },
    <PrimeReactProvider>
      <MenuProvider>
        <NoticesProvider>
          <Routes>
            <Route path="/drawing/:id" element={<TrackEditorPage eventId={7} surface={Surface} />} />
            <Route path="/event/:id" element={<h1>{'Event page'}</h1>} />
          </Routes>
        </NoticesProvider>
      </MenuProvider>
    </PrimeReactProvider>,
  );
  return { ...opened, saved: () => opened.calls.filter(({ path }) => path === '/api/events/map') };
};
const shown = () => screen.findByRole('application', { name: words.map.region });
const press = (...places: readonly { lat: number; lng: number }[]): void => {
  for (const at of places) act(() => map.onAdd(at));
};
const dialog = (name: string) => screen.findByRole('dialog', { name });
const key = (name: string, more = {}): boolean => fireEvent.keyDown(document.body, { key: name, ...more });
const isThere = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

describe('the bar', () => {
  it('has in normal mode the buttons of the specification, and Edit, which becomes Save with Cancel', async () => {
    const { user } = open();
    await shown();
    for (const name of [
      ...['New Polyline', 'New Start', 'New Finish', 'New Boxes', 'New Poi'],
      ...['Save Map Position', 'Edit'],
    ])
      expect(button(name)).toBeTruthy();
    expect([map.tool, isThere('Save'), isThere('Cancel')]).toEqual(['view', false, false]);
    await user.click(button('Edit'));
    expect([map.tool, isThere('Save'), isThere('Cancel'), isThere('Edit')]).toEqual([
      'select',
      true,
      true,
      false,
    ]);
    await user.click(button('Cancel'));
    expect(map.tool).toBe('view');
  });

  it.each([
    ['director', {}],
    ['viewer', { past: true }],
  ] as const)('offers %s nothing that changes the map of an event with %j', async (role, changes) => {
    open({}, changes, role);
    await shown();
    for (const name of [words.newLine, words.savePosition, words.edit, words.undo])
      expect(isThere(name)).toBe(false);
    expect(screen.getByText('past' in changes ? words.readOnly : words.notYours)).toBeTruthy();
  });
});

it('draws the sectors along the race line, which they follow', async () => {
  const [From, To] = CORNERS;
  const sector = { secId: 71, secNumber: 1, secPicpath: null, Kms: 1, traId: 7, From, To, OffM: 0 };
  const { user } = open({ 'GET /sectors/byTrack/7': ok([sector]) });
  await shown();
  await waitFor(() => expect(map.scene.stretches).toEqual([{ points: [From, To], label: 'S1', colour: 0 }]));
  await user.click(button('Edit'));
  const to = { lat: To!.lat, lng: To!.lng + 0.002 };
  act(() => map.onMove({ kind: 'line', id: map.scene.lines[0]!.id, point: 1 }, to));
  expect(map.scene.stretches).not.toEqual([{ points: [From, To], label: 'S1', colour: 0 }]);
  expect(map.scene.stretches).toHaveLength(1);
});

describe('a new polyline', () => {
  it('is drawn by presses and by typed coordinates, closed, and saved under a name', async () => {
    const { user, saved } = open({ ...reads(noMap()) });
    await shown();
    await user.click(button(words.newLine));
    expect(map.tool).toBe('line');
    press(...CORNERS.slice(0, 2));
    await user.type(field(words.latitude), '44.61');
    await user.type(field(words.longitude), '8.114{Enter}');
    expect(map.draft).toHaveLength(3);
    expect(map.goTo).toMatchObject({ lat: 44.61, lng: 8.114 });
    act(() => map.onFinish());
    expect(map.scene.lines).toMatchObject([{ role: 'race', points: { length: 4 } }]);
    await user.click(button('Save'));
    const name = within(await dialog('Track details')).getByLabelText<HTMLInputElement>('Track name');
    expect(name.value).toBe('Round course');
    await user.type(name, ' II{Enter}');
    expect(await screen.findByText('The Track has been saved')).toBeTruthy();
    expect(saved()[0]?.body).toEqual({
      eventId: 7,
      revision: 0,
      trackName: 'Round course II',
      pointsTrack: [{ Positions: [...CORNERS.slice(0, 2), CORNERS[2], CORNERS[0]] }],
    });
    expect(map.tool).toBe('view');
  });

  it.each([
    ['44,61', '8.1'],
    ['91', '8.1'],
    ['44.61', ''],
    ['north', '8.1'],
  ])('refuses %j and %j as coordinates', async (lat, lng) => {
    const { user } = open();
    await shown();
    await user.click(button(words.newLine));
    await user.type(field(words.latitude), lat);
    if (lng !== '') await user.type(field(words.longitude), lng);
    await user.click(button(words.goTo));
    expect(screen.getByText('The coordinates entered are incorrect')).toBeTruthy();
    expect(field(words.latitude).getAttribute('aria-invalid')).toBe('true');
    expect([map.goTo, map.draft]).toEqual([null, []]);
  });

  it('takes west and south, and only goes there by the search icon', async () => {
    const { user } = open();
    await shown();
    await user.click(button(words.newLine));
    await user.type(field(words.latitude), '-33.5');
    await user.type(field(words.longitude), '-87.99');
    await user.click(button(words.goTo));
    expect([map.goTo, map.draft]).toMatchObject([{ lat: -33.5, lng: -87.99 }, []]);
  });

  it('is left by Cancel and by Escape', async () => {
    const { user } = open();
    await shown();
    await user.click(button(words.newLine));
    press(...CORNERS.slice(0, 2));
    await user.click(button('Cancel'));
    await user.click(button(words.newLine));
    expect(map.draft).toEqual([]);
    key('Escape');
    expect([map.tool, map.scene.lines.length]).toEqual(['select', 1]);
  });
});

it('shows the sentence of the server, or the own one, if a track was not saved, and asks for the name again', async () => {
  const answers = [refused(418, { message: 'No more.' }), refused(500, {})];
  const { user } = open({ ...reads(noMap()), [SAVE]: () => answers.shift()! });
  await shown();
  await user.click(button(words.newFinish));
  press(ON_THE_LINE);
  await user.click(button('Save'));
  for (const sentence of ['No more.', 'A error has occured']) {
    await user.click(within(await dialog('Track details')).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(await dialog('Track details')).toBeTruthy();
  }
});

it('says what the server says of a part that it refuses', async () => {
  const { user } = open({ [SAVE]: refused(400, { fields: { 'pois.3.description': 'Too long.' } }) });
  await shown();
  await user.click(button(words.newFinish));
  press({ lat: 44.606, lng: 8.1 });
  await user.click(button('Save'));
  expect(await screen.findByText('Too long.')).toBeTruthy();
});

it('cannot be changed while it is being saved, and is saved once', async () => {
  const { answer, give } = heldAnswer();
  const { user, saved } = open({ [SAVE]: answer });
  await shown();
  await user.click(button(words.newFinish));
  press({ lat: 44.606, lng: 8.1 });
  await user.click(button('Save'));
  await waitFor(() => expect(saved()).toHaveLength(1));
  const before = map.scene;
  key('ArrowUp');
  key('z', { ctrlKey: true });
  expect(key('s', { ctrlKey: true })).toBe(false);
  expect([map.tool, map.scene === before]).toEqual(['view', true]);
  expect(button(words.undo)).toHaveProperty('disabled', true);
  await act(async () => give(ok(aMap({ route: { revision: 6 } }))));
  expect(await screen.findByText('The Track has been saved')).toBeTruthy();
  expect(saved()).toHaveLength(1);
});

describe('points of interest', () => {
  it('show where the newest one is, and are saved by themselves', async () => {
    const { user, saved } = open();
    await shown();
    await user.click(button(words.newPoi));
    expect(screen.getByText('No coordinates available')).toBeTruthy();
    press(ON_THE_LINE);
    expect(screen.getByText('44.605000, 8.100000', { selector: 'output' })).toBeTruthy();
    await user.click(button('Save changes'));
    expect(await screen.findByText('Pois were saved')).toBeTruthy();
    expect(saved()[0]?.body).toEqual({
      eventId: 7,
      revision: 5,
      pois: [
        { id: 31, lat: 44.601, lng: 8.105, description: 'Post 1', icon: 'rescate' },
        { id: null, ...ON_THE_LINE, description: 'New POI', icon: 'location' },
      ],
    });
  });

  it('open an info window, which edits and deletes in edit mode alone', async () => {
    const { user } = open();
    await shown();
    act(() => map.onOpenPoi('poi-31'));
    const card = within(screen.getByRole('region', { name: 'Post 1' }));
    expect(card.getByText('rescue')).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.click(button('Edit'));
    await user.click(card.getByRole('button', { name: 'Edit' }));
    const details = within(await dialog('POI details'));
    expect(details.getByText(TEXTS.keptNames)).toBeTruthy();
    await user.clear(details.getByLabelText('POI Name'));
    await user.type(details.getByLabelText('POI Name'), 'Doctor');
    await user.selectOptions(details.getByLabelText('Icon'), 'ambulance');
    await user.clear(details.getByLabelText('Longitude'));
    await user.type(details.getByLabelText('Longitude'), '8.2');
    await user.click(details.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(map.scene.pois).toMatchObject([
        { description: 'Doctor', icon: 'ambulancia', position: { lat: 44.601, lng: 8.2 } },
      ]),
    );
    await user.click(
      within(screen.getByRole('region', { name: 'Doctor' })).getByRole('button', { name: 'Delete' }),
    );
    await user.click(within(await dialog('Delete poi?')).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(map.scene.pois).toEqual([]));
  });

  it.each([
    ['An error has occurred, please try again', words.newPoi],
    ['An error has occurred trying to delete the poi', null],
  ])('say "%s" if that failed', async (sentence, isNew) => {
    const { user } = open({ [SAVE]: refused(500, {}) });
    await shown();
    if (isNew !== null) {
      await user.click(button(isNew));
      press(ON_THE_LINE);
      await user.click(button('Save changes'));
    } else {
      await user.click(button('Edit'));
      act(() => map.onSelect({ kind: 'poi', id: 'poi-31' }));
      key('Delete');
      await user.click(within(await dialog('Delete poi?')).getByRole('button', { name: 'Yes' }));
      await user.click(button('Save'));
    }
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

it.each([
  [{ kind: 'line', id: 'line-1', point: 2 }, 'Delete point?'],
  [{ kind: 'line', id: 'line-1', point: null }, 'Delete polyline?'],
  [{ kind: 'start' }, 'Delete start point?'],
  [{ kind: 'finish' }, 'Delete finish point?'],
  [{ kind: 'boxes', point: null }, 'Delete boxes?'],
] as const)('asks before it deletes %j: %s', async (target, question) => {
  const { user } = open();
  await shown();
  await user.click(button('Edit'));
  act(() => map.onSelect(target));
  const before = map.scene;
  key('Delete');
  await user.click(within(await dialog(question)).getByRole('button', { name: 'No' }));
  expect(map.scene).toBe(before);
  key('Delete');
  await user.click(within(await dialog(question)).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(map.scene).not.toBe(before));
});

it('saves the map position at once', async () => {
  const { user, calls } = open({ 'PUT /tracks/setCenter/7': ok({ traId: 7, traName: 'Round course' }) });
  await shown();
  act(() => map.onView({ lat: 44.5, lng: 8.2, zoom: 13.25 }));
  await user.click(button('Save Map Position'));
  expect(await screen.findByText('Map Position Updated')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    position: { lat: 44.5, lng: 8.2 },
    zoom: 13.25,
  });
});

describe('keys', () => {
  it('move the selected point by 1 m and by 10 m, which is one step to undo', async () => {
    const { user } = open();
    await shown();
    await user.click(button('Edit'));
    act(() => map.onSelect({ kind: 'finish' }));
    key('ArrowUp');
    expect(((map.scene.finish?.lat ?? 0) - ON_THE_LINE.lat) * 111_195).toBeCloseTo(1, 1);
    key('ArrowDown', { shiftKey: true });
    expect(((map.scene.finish?.lat ?? 0) - ON_THE_LINE.lat) * 111_195).toBeCloseTo(-9, 1);
    key('z', { ctrlKey: true });
    expect(map.scene.finish).toEqual(ON_THE_LINE);
    key('Z', { ctrlKey: true, shiftKey: true });
    key('z', { ctrlKey: true });
    key('y', { ctrlKey: true });
    expect(map.scene.finish).not.toEqual(ON_THE_LINE);
  });

  it('go through the points of the selected line, insert one, and list themselves', async () => {
    const { user } = open();
    await shown();
    await user.click(button('Edit'));
    await user.click(button(words.raceLineOf('4.45')));
    key('PageDown');
    key('PageDown');
    expect(map.selection).toEqual({ kind: 'line', id: 'line-1', point: 1 });
    expect(screen.getByText('Point 2 of 4')).toBeTruthy();
    key('Insert');
    expect([map.selection, map.scene.lines[0]?.points.length]).toMatchObject([{ point: 2 }, 6]);
    key('?');
    const list = within(await dialog(words.shortcuts.title));
    for (const [name] of words.shortcuts.list) expect(list.getByText(name)).toBeTruthy();
  });

  it('are typed in a field', async () => {
    const { user } = open();
    await shown();
    await user.click(button(words.newBoxes));
    await user.type(field(words.latitude), '44{ArrowLeft}?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('lines', () => {
  it('are cut, reversed and joined, and it is said which one is the race line', async () => {
    const { user } = open();
    await shown();
    await user.click(button('Edit'));
    act(() => map.onSelect({ kind: 'line', id: 'line-1', point: 2 }));
    await user.click(button(words.cut));
    expect(map.scene.lines.map(({ role, points }) => [role, points.length])).toEqual([
      ['race', 3],
      ['drawing', 3],
    ]);
    await user.click(button(words.drawingOf(2, '2.22')));
    await user.click(button(words.reverse));
    expect(map.scene.lines[1]?.points[0]).toEqual(CORNERS[4]);
    await user.selectOptions(screen.getByRole('combobox', { name: words.join }), words.raceLineOf('2.22'));
    await user.click(button(words.join));
    expect(map.scene.lines.map(({ points }) => points.length)).toEqual([5]);
  });

  it('become the line of a special stage, with a gate at each end', async () => {
    const { user, saved } = open();
    await shown();
    await user.click(button('Edit'));
    await user.click(button(words.raceLineOf('4.45')));
    await user.click(button(words.stage));
    const form = within(await dialog(words.stageDialog.title));
    await user.type(form.getByLabelText('Name'), 'Bricco');
    await user.click(form.getByRole('button', { name: words.stageDialog.add }));
    await waitFor(() =>
      expect(map.scene.lines).toMatchObject([
        { role: 'stage', label: 'Bricco', gates: { start: CORNERS[0], finish: CORNERS[4] } },
      ]),
    );
    await user.click(button('Save'));
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]?.body).toMatchObject({
      pointsTrack: [],
      stages: [{ Stages: 1, Name: 'Bricco', Km: 4.45, Positions: CORNERS }],
    });
  });
});

it('warns of what is probably not meant, and shows where', async () => {
  const off = { lat: 44.605, lng: 8.09 };
  const { user } = open(reads(aMap({ track: { pointsMetaFinish: off } })));
  await shown();
  const warnings = within(screen.getByRole('region', { name: words.warnings }));
  expect(warnings.getByText(/no lap would count/)).toBeTruthy();
  await user.click(warnings.getByRole('button', { name: words.show }));
  expect(map.goTo).toMatchObject(off);
});

describe('leaving', () => {
  const drawn = async (answers = {}) => {
    const opened = open(answers);
    await shown();
    await opened.user.click(button(words.newFinish));
    press({ lat: 44.606, lng: 8.1 });
    return opened;
  };

  it('asks nothing if nothing has changed', async () => {
    const { user } = open();
    await shown();
    expect(asksBeforeUnload()).toBe(false);
    await user.click(button(words.backToEvent));
    expect(await screen.findByText('Event page')).toBeTruthy();
  });

  it('asks whether to save the changes: stays, goes without, or saves and goes', async () => {
    const { user, saved } = await drawn();
    expect(asksBeforeUnload()).toBe(true);
    await user.click(button(words.backToEvent));
    await dialog('Save the changes?');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button(words.backToEvent));
    await user.click(within(await dialog('Save the changes?')).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Event page')).toBeTruthy();
    expect(saved()).toHaveLength(1);
  });

  const half = async (corners: number) => {
    const opened = open();
    await shown();
    await opened.user.click(button(words.newLine));
    press(...CORNERS.slice(0, corners));
    await opened.user.click(button(words.backToEvent));
    const asked = within(await dialog('Save the changes?'));
    return { ...opened, yes: () => opened.user.click(asked.getByRole('button', { name: 'Yes' })) };
  };

  it('saves a line that is half drawn', async () => {
    const { saved, yes } = await half(3);
    window.dispatchEvent(new Event('pagehide'));
    expect(keptDrawing(7, ADA.useId)?.document.lines).toHaveLength(2);
    await yes();
    expect(await screen.findByText('Event page')).toBeTruthy();
    const line = { Positions: [...CORNERS.slice(0, 3), CORNERS[0]] };
    expect(saved()).toMatchObject([{ body: { pointsTrack: [{}, line] } }]);
  });

  it('stays if a line that is half drawn has too few points, and says so', async () => {
    const { saved, yes } = await half(1);
    await yes();
    expect(await screen.findByText(words.tooFewPoints)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([saved().length, map.draft]).toEqual([0, [CORNERS[0]]]);
  });

  it('drops the changes at No', async () => {
    const { user, saved } = await drawn();
    await user.click(button(words.backToEvent));
    await user.click(within(await dialog('Save the changes?')).getByRole('button', { name: 'No' }));
    expect(await screen.findByText('Event page')).toBeTruthy();
    expect([saved().length, keptDrawing(7, ADA.useId)]).toEqual([0, null]);
  });

  it('stays if saving failed', async () => {
    const { user } = await drawn({ [SAVE]: refused(500, {}) });
    await user.click(button(words.backToEvent));
    await user.click(within(await dialog('Save the changes?')).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('A error has occured')).toBeTruthy();
    expect(screen.queryByText('Event page')).toBeNull();
  });

  it('asks before Cancel drops changes', async () => {
    const { user } = await drawn();
    await user.click(button('Cancel'));
    await user.click(within(await dialog('Save the changes?')).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(map.scene.finish).toEqual(ON_THE_LINE));
    expect(map.tool).toBe('view');
  });

  it('keeps what was not saved on the device, and offers it again with its time', async () => {
    await drawn();
    window.dispatchEvent(new Event('pagehide'));
    leave();
    const { user } = open();
    const kept = within(await dialog(words.kept.title));
    expect(kept.getByText(/that was not saved, of \d\d\/\d\d\/\d{4} \d\d:\d\d/)).toBeTruthy();
    await user.click(kept.getByRole('button', { name: words.kept.restore }));
    expect(map.scene.finish).toEqual({ lat: 44.606, lng: 8.1 });
    await user.click(button('Save'));
    await screen.findByText('The Track has been saved');
    window.dispatchEvent(new Event('pagehide'));
    expect(keptDrawing(7, ADA.useId)).toBeNull();
  });

  it('drops what was kept if it is not wanted, and shows it to nobody else', async () => {
    await drawn();
    window.dispatchEvent(new Event('pagehide'));
    expect(keptDrawing(7, ADA.useId + 1)).toBeNull();
    leave();
    const { user } = open();
    await user.click(
      within(await dialog(words.kept.title)).getByRole('button', { name: words.kept.discard }),
    );
    expect([map.scene.finish, keptDrawing(7, ADA.useId)]).toEqual([ON_THE_LINE, null]);
  });

  it('leaves alone what another tab has kept', async () => {
    open();
    await shown();
    const base = aServerCopy();
    const document = { ...base.document, name: 'Theirs' };
    keepDrawing(7, ADA.useId, { keptAt: 1, base, document });
    keepDrawing(7, ADA.useId + 1, { keptAt: 1, base, document });
    window.dispatchEvent(new Event('pagehide'));
    expect([ADA.useId, ADA.useId + 1].map((userId) => keptDrawing(7, userId)?.document.name)).toEqual([
      'Theirs',
      'Theirs',
    ]);
  });

  it('offers what a former release has kept, to who drew it', () => {
    const base = aServerCopy();
    const former = { version: 1, userId: ADA.useId, keptAt: 1, base, document: base.document };
    window.localStorage.setItem(formerKeptDrawingKey(7), JSON.stringify(former));
    expect([ADA.useId + 1, ADA.useId].map((userId) => keptDrawing(7, userId)?.keptAt)).toEqual([
      undefined,
      1,
    ]);
  });

  it('says if the device keeps nothing', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation((name) => {
      if (name !== STORAGE_KEYS.session) throw new DOMException('full', 'QuotaExceededError');
    });
    await drawn();
    expect(await screen.findByText(words.kept.failed)).toBeTruthy();
    full.mockRestore();
  });
});

describe('two organisers', () => {
  const THEIRS = { lat: 44.607, lng: 8.1 };
  const conflict = refused(418, { code: 'route.changed', message: 'Somebody else' });

  /** The other one saves `theirs` while this one draws a finish. */
  const meet = async (theirs: ReturnType<typeof aMap>) => {
    const answers = [conflict, ok(aMap({ route: { revision: 9 } }))];
    let isRead = false;
    const opened = open({
      'GET /circuitRoutes/7': () => {
        const { route } = isRead ? theirs : aMap();
        isRead = true;
        return ok(route);
      },
      [SAVE]: () => answers.shift()!,
    });
    await shown();
    await opened.user.click(button(words.newFinish));
    press({ lat: 44.606, lng: 8.1 });
    await opened.user.click(button('Save'));
    return { ...opened, conflict: within(await dialog(words.conflict.title)) };
  };
  const theirsOf = (track: object) =>
    aMap({ track, route: { revision: 8, savedBy: 'Mary Fairfax', savedAt: '2027-06-02T10:00:00.000Z' } });

  it('see who saved when, what differs, and choose what both have changed', async () => {
    const {
      user,
      saved,
      conflict: asked,
    } = await meet(theirsOf({ pointsMetaFinish: THEIRS, pointsMetaStart: THEIRS }));
    expect(asked.getByText(/Mary Fairfax saved it at 06\/02\/2027 12:00/)).toBeTruthy();
    expect(asked.getByText(/by them alone.*Start/)).toBeTruthy();
    const finish = within(asked.getByRole('group', { name: words.parts.finish }));
    await user.click(finish.getByRole('radio', { name: /^Mine: 44\.606/ }));
    await user.click(asked.getByRole('button', { name: words.conflict.save }));
    await screen.findByText('The Track has been saved');
    expect(saved()[1]?.body).toEqual({
      eventId: 7,
      revision: 8,
      pointsMetaFinish: { lat: 44.606, lng: 8.1 },
    });
    expect(map.scene.start).toEqual(THEIRS);
  });

  it('may take theirs, after which nothing is left to save', async () => {
    const { user, saved, conflict: asked } = await meet(theirsOf({ pointsMetaFinish: THEIRS }));
    await user.click(asked.getByRole('radio', { name: /^Theirs/ }));
    await user.click(asked.getByRole('button', { name: words.conflict.save }));
    await waitFor(() => expect(map.tool).toBe('view'));
    expect([saved().length, map.scene.finish]).toEqual([1, THEIRS]);
  });

  it('may go on drawing', async () => {
    const { user, saved, conflict: asked } = await meet(theirsOf({ pointsMetaFinish: THEIRS }));
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect([saved().length, map.scene.finish?.lat]).toEqual([1, 44.606]);
  });
});

describe('while the race runs', () => {
  const running = { ...times(-1, 5), stsId: PUBLISHED_STATE_ID };

  it('says what changes for laps before it saves', async () => {
    const { user, saved } = open({}, running);
    await shown();
    await user.click(button(words.newFinish));
    press({ lat: 44.606, lng: 8.1 });
    await user.click(button('Save'));
    const asked = within(await dialog(words.running.title));
    expect(asked.getByText(TEXTS.raceChange.finish.moved(111), { exact: false })).toBeTruthy();
    expect(asked.getByText(TEXTS.raceChange.effects.finishMoved)).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(saved()).toHaveLength(0);
    await user.click(button('Save'));
    await user.click(
      within(await dialog(words.running.title)).getByRole('button', { name: words.running.save }),
    );
    await screen.findByText('The Track has been saved');
  });

  it('asks nothing if laps are not concerned', async () => {
    const { user } = open({}, running);
    await shown();
    await user.click(button(words.newPoi));
    press(ON_THE_LINE);
    await user.click(button('Save changes'));
    expect(await screen.findByText('Pois were saved')).toBeTruthy();
  });
});

it.each([
  ['GET /circuitRoutes/7', 'An error has occurred trying to get Track'],
  ['GET /interestpoints/7', 'An error has occurred trying to get the pois'],
])('says what could not be read by %s, and reads it again', async (call, sentence) => {
  const read = reads() as Record<string, unknown>;
  const answers = [refused(500, {}), read[call]];
  const { user } = open({ [call]: () => answers.shift() });
  expect(await screen.findByText(sentence)).toBeTruthy();
  await user.click(button(TEXTS.retry));
  await shown();
});

describe('a track file', () => {
  const line = [CORNERS[0]!, CORNERS[1]!, CORNERS[2]!];
  const UPLOAD = {
    'POST /commonServices/uploadPolylines': ok({
      pointsTrack: [{ Positions: line }],
      pointsMetaStart: null,
      pointsMetaFinish: null,
      pointsBoxes: null,
      refData: [
        { Name: 'SS 1', Kind: 'track', Icon: null, Positions: line },
        { Name: null, Kind: 'poi', Icon: 'location', Positions: [line[0]] },
      ],
      mapPosition: { ...line[0], zoom: 12 },
      zoom: 12,
      name: 'Langhe',
      points: 4,
      errorM: 0,
      links: 0,
    }),
  };
  const file = new File(['<gpx/>'], 'langhe.gpx');
  const importIt = async (user: ReturnType<typeof open>['user']): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: TEXTS.trackImport.submit }));
    await user.click(within(await dialog('Track details')).getByRole('button', { name: 'Save' }));
  };

  it('is imported, named and saved, and is undone in one step', async () => {
    const { user, saved } = open({ ...reads(noMap()), ...UPLOAD });
    await shown();
    await user.click(button('Import track'));
    fireEvent.change(screen.getByLabelText(TEXTS.trackImport.choose, { selector: 'input' }), {
      target: { files: [file] },
    });
    await importIt(user);
    expect(await screen.findByText('Polyline was loaded')).toBeTruthy();
    expect(map.scene).toMatchObject({ lines: [{ points: line }], start: line[0], finish: line[2] });
    expect(map.scene.pois).toMatchObject([{ description: 'New POI' }]);
    await user.click(button('Undo'));
    expect(map.scene).toMatchObject({ lines: [], start: null, finish: null, pois: [] });
    await user.click(button('Redo'));
    await user.click(button('Save'));
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]?.body).toMatchObject({ trackName: 'Langhe', pointsTrack: [{ Positions: line }] });
  });

  it('can be dropped on the editor', async () => {
    const { user } = open({ ...reads(noMap()), ...UPLOAD });
    const ground = await shown();
    const dataTransfer = { types: ['Files'], files: [file] };
    fireEvent.dragOver(ground, { dataTransfer });
    expect(screen.getByText(words.dropHere)).toBeTruthy();
    fireEvent.drop(ground, { dataTransfer });
    await importIt(user);
    expect(map.scene.lines).toMatchObject([{ points: line }]);
  });
});
