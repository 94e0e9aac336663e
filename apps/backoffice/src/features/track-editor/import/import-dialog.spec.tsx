import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { TRACK_FILE_LIMITS, TRACK_LIMITS, type PolylinesAnswer } from '@flagpost/contracts';
import type { EditorMapProps } from '@flagpost/map-layers/editor';
import { createStore } from '../../../app/store.js';
import { TEXTS as EDITOR_TEXTS } from '../../../shared/texts/editor.js';
import { TEXTS } from '../../../shared/texts/track-import.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { answerCalls, type Answer, type Asked } from '../../../testing/fetch.js';
import type { Drawn, ImportedTrack } from './choices.js';
import { ImportDialog } from './import-dialog.js';

const words = TEXTS.trackImport;
const EDITOR = EDITOR_TEXTS.editor;
const AT = { lat: 44, lng: 8 };
const LINE = [AT, { lat: 44.1, lng: 8 }, { lat: 44.1, lng: 8.1 }];
const RING = [...LINE, AT];

const answer = (changes: Partial<PolylinesAnswer> = {}): PolylinesAnswer => ({
  pointsTrack: [{ Positions: LINE }],
  pointsMetaStart: null,
  pointsMetaFinish: null,
  pointsBoxes: null,
  refData: [
    { Name: 'SS 1', Kind: 'track', Icon: null, Positions: LINE },
    { Name: null, Kind: 'boxes', Icon: null, Positions: RING },
    { Name: 'Nord', Kind: 'poi', Icon: 'ambulancia', Positions: [AT] },
  ],
  mapPosition: { ...AT, zoom: 10 },
  zoom: 10,
  name: 'Langhe',
  points: 8,
  errorM: 0,
  links: 0,
  ...changes,
});

let map: EditorMapProps;
const Surface = (props: EditorMapProps): null => {
  map = props;
  return null;
};

const open = (
  upload: Answer,
  {
    hasTrack = false,
    dropped = null,
    drawn = { lines: 0, pois: 0 },
  }: { hasTrack?: boolean; dropped?: File | null; drawn?: Drawn } = {},
) => {
  const results: ImportedTrack[] = [];
  const calls: Asked[] = answerCalls(({ path }) =>
    path === '/api/commonServices/uploadPolylines' ? upload : { status: 200, body: null },
  );
  render(
    <Provider store={createStore()}>
      <MemoryRouter>
        <NoticesProvider>
          <ImportDialog
            eventId={7}
            hasTrack={hasTrack}
            drawn={drawn}
            dropped={dropped}
            surface={Surface}
            onImport={(result) => results.push(result)}
            onHide={() => undefined}
          />
        </NoticesProvider>
      </MemoryRouter>
    </Provider>,
  );
  const uploads = () => calls.filter(({ method }) => method === 'POST');
  return { user: userEvent.setup(), results, uploads };
};
const file = (name = 'track.gpx', size = 10): File => new File(['x'.repeat(size)], name);
const ok = (changes?: Partial<PolylinesAnswer>): Answer => ({ status: 200, body: answer(changes) });
const chooseFile = (chosen: File): void => {
  fireEvent.change(screen.getByLabelText(words.choose, { selector: 'input' }), {
    target: { files: [chosen] },
  });
};
const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: words.submit });
const becomes = (name: string) => screen.getByLabelText<HTMLSelectElement>(words.becomes(name));

afterEach(cleanup);

it('shows all that the file holds, and gives back what was chosen, under the name that was entered', async () => {
  const { user, results, uploads } = open(ok());
  chooseFile(file());
  const button = await submit();
  expect(screen.getByRole('status').textContent).toBe(words.found(2, 1));
  expect(uploads()).toHaveLength(1);
  expect(String(uploads()[0]?.body)).toContain('name="EventId"');
  expect(map.scene.lines.map(({ id, role, label }) => [id, role, label])).toEqual([['0', 'race', 'SS 1']]);
  expect(map.scene.boxes).toEqual(RING);
  expect(map.scene.pois.map(({ description, icon }) => [description, icon])).toEqual([
    ['Nord', 'ambulancia'],
  ]);

  await user.selectOptions(becomes(words.nameless), 'nothing');
  expect(map.scene.lines.map(({ role }) => role)).toEqual(['race', 'drawing']);
  await user.click(button);
  const name = within(
    await screen.findByRole('dialog', { name: EDITOR.track.details }),
  ).getByLabelText<HTMLInputElement>(EDITOR.track.name);
  expect(name.value).toBe('Langhe');
  await user.clear(name);
  await user.type(name, 'Alba');
  await user.click(screen.getByRole('button', { name: TEXTS.form.save }));
  await waitFor(() => expect(results).toHaveLength(1));
  expect(results[0]).toEqual({
    name: 'Alba',
    lines: [LINE],
    start: LINE[0],
    finish: LINE[2],
    boxes: null,
    pois: [{ position: AT, description: 'Nord', icon: 'ambulancia' }],
    replacesLines: false,
  });
});

it('keeps what was chosen if no name is given yet', async () => {
  const { user } = open(ok());
  chooseFile(file());
  const button = await submit();
  await user.selectOptions(becomes('Nord'), 'start');
  await user.click(button);
  const naming = within(await screen.findByRole('dialog', { name: EDITOR.track.details }));
  await user.click(naming.getByRole('button', { name: TEXTS.cancel }));
  expect(becomes('Nord').value).toBe('start');
});

it('leaves the name and the gates of a track that is there, and replaces its lines if asked', async () => {
  const { user, results } = open(ok(), { hasTrack: true });
  chooseFile(file());
  const button = await submit();
  await user.click(screen.getByLabelText(words.replaces));
  await user.click(button);
  expect(results).toEqual([
    expect.objectContaining({ name: null, start: null, finish: null, replacesLines: true }),
  ]);
});

it('counts what is drawn already, unless it gives way', async () => {
  const { user } = open(ok(), { hasTrack: true, drawn: { lines: TRACK_LIMITS.lines, pois: 0 } });
  chooseFile(file());
  const button = await submit();
  expect(button.disabled).toBe(true);
  expect(screen.getByText(words.tooMany.lines(TRACK_LIMITS.lines))).toBeTruthy();
  await user.click(screen.getByLabelText(words.replaces));
  expect(button.disabled).toBe(false);
});

it('marks a shape on the map, and in the list what was pressed on the map', async () => {
  const { user } = open(ok());
  chooseFile(file());
  await submit();
  await user.click(screen.getByTitle(words.show('SS 1')));
  expect(map.selection).toEqual({ kind: 'line', id: '0', point: null });
  expect(map.goTo).toMatchObject({ lat: expect.closeTo(44.05), lng: expect.closeTo(8.05) });
  map.onOpenPoi('2');
  await waitFor(() =>
    expect(screen.getByTitle(words.show('Nord')).getAttribute('aria-pressed')).toBe('true'),
  );
  expect(map.selection).toEqual({ kind: 'poi', id: '2' });
});

it('takes or leaves all lines and points, and nothing if nothing is chosen', async () => {
  const { user } = open(ok({ refData: [...answer().refData, { ...answer().refData[2]!, Name: 'Sud' }] }));
  chooseFile(file());
  const button = await submit();
  await user.click(screen.getByRole('button', { name: words.noLines }));
  await user.click(screen.getByRole('button', { name: words.noPoints }));
  expect(['SS 1', 'Nord', 'Sud'].map((name) => becomes(name).value)).toEqual([
    'nothing',
    'nothing',
    'nothing',
  ]);
  expect(button.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: words.allPoints }));
  expect(button.disabled).toBe(false);
});

it('says what thinning left out, and that links were not followed', async () => {
  open(ok({ points: 100_000, errorM: 0.123, links: 2 }));
  chooseFile(file());
  await submit();
  expect(screen.getByText(words.thinned(100_000, 8, '0.12'))).toBeTruthy();
  expect(screen.getByText(words.links(2))).toBeTruthy();
});

it('says that a file cannot be decoded, with the reason, and takes another', async () => {
  const reason = "Line 5 ('no,no'): A latitude within 90 and a longitude within 180 degrees are expected.";
  open({ status: 418, body: { statusCode: 418, message: reason } });
  chooseFile(file());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`${words.failed}${reason}`);
  answerCalls(() => ok());
  chooseFile(file('other.gpx'));
  await submit();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('does not send a file that is too large', async () => {
  const { uploads } = open(ok());
  chooseFile(file('track.gpx', TRACK_FILE_LIMITS.bytes + 1));
  expect((await screen.findByRole('alert')).textContent).toContain(words.failed);
  expect(uploads()).toEqual([]);
});

it('reads a file that was dropped on the editor at once, or one that is dropped on it', async () => {
  const { uploads } = open(ok(), { dropped: file() });
  await submit();
  expect(uploads()).toHaveLength(1);
  cleanup();
  const again = open(ok());
  const zone = screen.getByText(words.drop).parentElement!;
  fireEvent.dragOver(zone, { dataTransfer: { types: ['Files'], files: [] } });
  expect(zone.dataset['over']).toBe('true');
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [file()] } });
  await submit();
  expect(again.uploads()).toHaveLength(1);
});
