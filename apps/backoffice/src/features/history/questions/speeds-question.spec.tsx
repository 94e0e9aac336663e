import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import type { CircuitRouteAnswer, LatLng, PassesAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { anEvent } from '../../../testing/events.js';
import { button, field, leave, ok, openAs } from '../../../testing/office.js';
import { CORNERS, aMap, noMap } from '../../../testing/track.js';
import { createLiveCars } from '../../race-control/live-cars.js';
import { PastRaceProvider } from '../../race-control/race-context.js';
import { RacePlacesProvider, useAttachPlace } from '../../race-control/ui/race-places.js';
import { createShownView } from '../ui/shown-view.js';
import { useAsked } from './answer.js';
import { partOnMap } from './part-on-map.js';
import { SpeedsQuestion, anywhere, type SpeedsForm } from './speeds-question.js';
import { lineOf } from './stretch.js';

const words = TEXTS.history.questions;
const cars = createLiveCars();
const ANSWER: PassesAnswer = {
  eventId: 7,
  source: 'journal',
  truth: 'happened',
  from: 0,
  to: 60_000,
  where: { fromM: 200, toM: 900 },
  total: 0,
  passes: [],
};
// jsdom lays nothing out.
const LAID_OUT = { clientWidth: 640, clientHeight: 480 };
beforeAll(() => {
  for (const [name, value] of Object.entries(LAID_OUT))
    Object.defineProperty(window.HTMLElement.prototype, name, { value, configurable: true });
});
afterAll(() => {
  for (const name of Object.keys(LAID_OUT)) Reflect.deleteProperty(window.HTMLElement.prototype, name);
});

let press: (place: LatLng) => void = () => undefined;
afterEach(leave);

/** The question and the map as the replay has them: the one or the other. */
const Replay = ({ route }: { route: CircuitRouteAnswer }): ReactElement => {
  const [form, setForm] = useState<SpeedsForm>({
    where: anywhere,
    corners: '',
    stretch: { from: '', to: '' },
    from: '2026-06-06T12:00:00',
    to: '2026-06-06T12:10:00',
  });
  const [isDrawing, setIsDrawing] = useState(false);
  const [view] = useState(createShownView);
  const asked = useAsked<PassesAnswer>();
  const column = useAttachPlace('column');
  const line = lineOf(route);
  const part = partOnMap(form, line, {
    view,
    isDrawing,
    onForm: setForm,
    onDone: () => setIsDrawing(false),
  });
  press = (place) => act(() => part.onPlace?.(place));
  const shows = { lat: 44.605, lng: 8.1, zoom: 14, north: 45, south: 44, west: 8, east: 9 };
  return (
    <>
      <div ref={column} />
      <button onClick={() => view.show(shows)}>Map</button>
      {part.over}
      {part.panel}
      {!isDrawing && (
        <SpeedsQuestion
          truth="happened"
          instant={0}
          place={{ eventId: 7, gmtHoursAt: () => 0, truth: 'happened', onFollow: () => undefined }}
          form={form}
          onChange={setForm}
          asked={asked}
          cornersInView={() => null}
          line={line}
          onDraw={() => setIsDrawing(true)}
        />
      )}
    </>
  );
};

const open = (route = aMap().route) =>
  openAs(
    'viewer',
    '/history/7',
    {
      'GET /events/7': ok(anEvent({ traId: 7 })),
      'GET /history/7/passes': ok(ANSWER),
    },
    <NoticesProvider>
      <PastRaceProvider eventId={7} timeZone="UTC" safetyCarDelayS={0} cars={cars}>
        <RacePlacesProvider>
          <Replay route={route} />
        </RacePlacesProvider>
      </PastRaceProvider>
    </NoticesProvider>,
  );
const betweenPoints = async (route?: CircuitRouteAnswer) => {
  const opened = open(route);
  await opened.user.selectOptions(field(words.where), words.betweenPoints);
  return opened;
};
/** Beside the first side of the circuit. */
const beside = (metres: number): LatLng => ({ lat: 44.6 + metres / 111_120, lng: 8.0999 });
/** jsdom has no pointer events. */
const pointer = (on: HTMLElement, type: string, clientY: number) =>
  fireEvent(on, new MouseEvent(type, { bubbles: true, clientY }));
const point = (mark: string, km: string) => button(words.stretch.point(mark, km));

it('asks for a stretch whose two points are pressed on the map', async () => {
  const { user, calls } = await betweenPoints();
  await user.click(button('Map'));
  await user.click(button(words.stretch.draw));
  expect(screen.getByRole('status').textContent).toBe(words.stretch.missing('4.44'));
  expect(button(words.done)).toHaveProperty('disabled', true);
  press(beside(203));
  press(beside(897));
  expect(screen.getByRole('status').textContent).toBe('km 0.20 to km 0.90, 0.70 km');
  expect([point('A', '0.20'), point('B', '0.90')]).toHaveLength(2);
  await user.click(button(words.done));
  expect([field(words.stretch.from).value, field(words.stretch.to).value]).toEqual(['0.20', '0.90']);
  await user.click(button(words.ask));
  expect(await screen.findByText(/What happened, km 0\.20 to km 0\.90: 0 times/)).toBeTruthy();
  const query = calls.find(({ path }) => path === '/api/history/7/passes')?.query;
  expect([query?.get('fromM'), query?.get('toM')]).toEqual(['200', '900']);
  expect([query?.has('area'), query?.has('sector')]).toEqual([false, false]);
});

it('continues on the map what was typed, by keys and by dragging, and is typed beside the map too', async () => {
  const { user } = await betweenPoints();
  await user.type(field(words.stretch.from), '0,2');
  await user.type(field(words.stretch.to), '0.5');
  await user.click(button('Map'));
  await user.click(button(words.stretch.draw));
  point('A', '0.20').focus();
  await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
  expect(field(words.stretch.from).value).toBe('0.31');
  // At zoom 14 a pixel is 3.4 m; the second point lies further north.
  pointer(point('B', '0.50'), 'pointerdown', 0);
  pointer(point('B', '0.50'), 'pointermove', -50);
  pointer(point('B', '0.67'), 'pointerup', -50);
  expect(field(words.stretch.to).value).toBe('0.67');
  point('A', '0.31').focus();
  await user.keyboard('{Delete}');
  expect(field(words.stretch.from).value).toBe('');
  await user.type(field(words.stretch.from), '4.3');
  expect(screen.getByRole('status').textContent).toBe('km 4.30 to km 0.67, 0.82 km');
  await user.click(button(words.stretch.clear));
  expect(screen.getByRole('status').textContent).toBe(words.stretch.missing('4.44'));
});

it('is refused without two points, and on a track that is no circuit against the direction of travel', async () => {
  const { user, calls } = await betweenPoints(
    aMap({ track: { pointsTrack: [{ Positions: CORNERS.slice(0, 2) }] } }).route,
  );
  await user.type(field(words.stretch.from), '0.9');
  await user.type(field(words.stretch.to), '7');
  expect(screen.getByText(words.stretch.distance('1.11'))).toBeTruthy();
  await user.click(button(words.ask));
  expect(screen.getByText(words.stretch.missing('1.11'))).toBeTruthy();
  await user.clear(field(words.stretch.to));
  await user.type(field(words.stretch.to), '0.2');
  await user.click(button(words.ask));
  expect(screen.getByText(words.stretch.reversed)).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith('/passes'))).toBe(false);
});

it('is not offered without a race line', () => {
  open(noMap().route);
  expect(screen.queryByRole('option', { name: words.betweenPoints })).toBeNull();
  expect(screen.queryByRole('option', { name: words.byCorners })).not.toBeNull();
});
