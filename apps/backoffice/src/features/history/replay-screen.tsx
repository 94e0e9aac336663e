import { Button } from 'primereact/button';
import { useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CircuitRouteAnswer, EventDetail, PastStory, Truth } from '@flagpost/contracts';
import { usePageTitle } from '../../shared/page-title.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/history.js';
import { ThemeChoice } from '../../shared/theme/theme-choice.js';
import { useTheme } from '../../shared/theme/use-theme.js';
import { KeyList } from '../../shared/ui/key-list.js';
import { MenuToggle } from '../../shared/ui/menu-toggle.js';
import { selectAlertsToAnswer } from '../race-control/state/alerts.js';
import { useRaceDispatch, useRaceSelector } from '../race-control/state/race-store.js';
import { carShown, selectView } from '../race-control/state/view.js';
import { CarDetail } from '../race-control/ui/car-detail.js';
import { CarsPanel } from '../race-control/ui/cars-panel.js';
import { CategoriesPanel } from '../race-control/ui/categories-panel.js';
import { Feed } from '../race-control/ui/feed.js';
import { FlagInForce } from '../race-control/ui/flag-in-force.js';
import { MapPane } from '../race-control/ui/map-pane.js';
import { RaceCounts } from '../race-control/ui/race-counts.js';
import { useAttachPlace } from '../race-control/ui/race-places.js';
import { RacePanel } from '../race-control/ui/race-panel.js';
import { SectorFlags } from '../race-control/ui/sector-flags.js';
import { SosList } from '../race-control/ui/sos-strip.js';
import { marksOf } from './marks.js';
import { ReportPanel } from './report/report-panel.js';
import { LapsDialog } from './laps/laps-dialog.js';
import { partOnMap } from './questions/part-on-map.js';
import { QuestionsDialog } from './questions/questions-dialog.js';
import type { SpeedsForm } from './questions/speeds-question.js';
import { lineOf } from './questions/stretch.js';
import { cornersOf } from './ui/asked.js';
import { ExportPanel } from './ui/export-panel.js';
import { PositionsNote } from './ui/positions-note.js';
import { Timeline } from './ui/timeline.js';
import { Transport } from './ui/transport.js';
import { useShownView } from './ui/use-shown-view.js';
import { TrailsPanel } from './ui/trails-panel.js';
import { TruthBar } from './ui/truth-bar.js';
import { useAddress, type Address } from './use-address.js';
import { RaceFoot } from '../race-control/ui/race-foot.js';
import { limitsOf, useDiffering, useIsPublished, type OpenReplay } from './use-replay.js';
import { useReplayKeys } from './use-replay-keys.js';
import '../race-control/race-screen.css';
import '../race-control/ui/race-bar.css';
import '../race-control/ui/side-column.css';
import '../race-control/ui/sos-strip.css';
import '../race-control/ui/state-strip.css';
import './history.css';

type Sheet = 'cars' | 'feed';
const SHEETS: readonly (readonly [Sheet, string])[] = [
  ['cars', TEXTS.panels.cars],
  ['feed', TEXTS.feed.title],
];

/** One at a time, in the right column. */
type OpenPanel = 'keys' | 'trails' | 'export' | 'questions' | 'draw' | 'laps' | 'report';

/** The live map's right column without what acts. */
const Column = ({ children }: { children: ReactNode }): ReactElement => {
  const alerts = useRaceSelector(selectAlertsToAnswer);
  const panels = useAttachPlace('column');
  return (
    <div className="race-side">
      <section className="race-alerts" aria-label={TEXTS.alerts.title}>
        {alerts.length > 0 && (
          <div className="alarm-cards">
            <div className="alarm-list">
              <SosList alerts={alerts} />
            </div>
          </div>
        )}
        <p className="race-alerts-none">{TEXTS.alerts.none}</p>
      </section>
      <div className="race-below">
        <CarsPanel />
        <div className="race-panels" ref={panels} />
        {children}
        <CarDetail />
        <div className="race-heads">
          <CategoriesPanel />
        </div>
      </div>
    </div>
  );
};

/** The live map without what acts, and below it the time: what the clerk saw is what the steward sees. */
export const ReplayScreen = ({
  event,
  route,
  story,
  open,
  first,
}: {
  event: EventDetail;
  route: CircuitRouteAnswer | null;
  story: PastStory;
  open: OpenReplay;
  first: Address;
}): ReactElement => {
  const { replay, player, spans } = open;
  const { theme, choose } = useTheme('liveMap');
  const navigate = useNavigate();
  const dispatch = useRaceDispatch();
  const { opened } = useRaceSelector(selectView);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [truth, setTruth] = useState<Truth>(first.truth);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const differing = useDiffering(open);
  const isPublished = useIsPublished(player, story);
  const limits = useMemo(() => limitsOf(story, Date.parse(event.eveStart)), [story, event.eveStart]);
  useEffect(() => replay.setTruth(truth), [replay, truth]);
  const marks = useMemo(
    () => marksOf(story, replay.controlOf(truth), truth, opened),
    [replay, story, truth, opened],
  );
  const numbers = useMemo(
    () => new Map(story.cars.map(({ InvitationId, CarNumber }) => [InvitationId, CarNumber])),
    [story],
  );
  const { view, look, restsAt } = useShownView();
  const toggle = (chosen: OpenPanel): void => setPanel(panel === chosen ? null : chosen);
  const closePanel = (): void => setPanel(null);
  const [speedsForm, setSpeedsForm] = useState<SpeedsForm | null>(null);
  const line = useMemo(() => lineOf(route), [route]);
  const isDrawing = panel === 'draw';
  const part = partOnMap(speedsForm, line, {
    view,
    isDrawing,
    onForm: setSpeedsForm,
    onDone: () => setPanel('questions'),
  });
  const carNumber = opened === null ? null : (numbers.get(opened) ?? '');
  const [trails, setTrails] = useState(first.trails);
  const trail = useMemo(() => {
    const cars = [...new Set([...trails.cars, ...(opened === null ? [] : [opened])])];
    return trails.seconds === 0 || cars.length === 0 ? null : replay.trail(cars, trails.seconds);
  }, [replay, trails, opened]);
  useAddress(open, truth, setTruth, restsAt, trails);
  useReplayKeys(open, {
    marks,
    car: opened,
    onTruth: () => setTruth(truth === 'happened' ? 'seen' : 'happened'),
    onHelp: () => toggle('keys'),
  });
  usePageTitle(TEXTS.history.title, event.eveName);

  return (
    <div className="race history" data-sheet={sheet ?? undefined} data-drawing={isDrawing || undefined}>
      <header className="race-bar">
        <MenuToggle />
        <FlagInForce />
        <div className="race-event">
          <h1 title={event.eveName}>{event.eveName}</h1>
          <span className="race-past">{TEXTS.history.title}</span>
        </div>
        <RaceCounts />
        <div className="race-actions">
          <Button
            icon="pi pi-arrow-left"
            text
            severity="secondary"
            aria-label={TEXTS.back}
            title={TEXTS.back}
            onClick={() => void navigate(PATHS.event(event.eveId))}
          />
          <ThemeChoice theme={theme} onChoose={choose} />
        </div>
      </header>
      <TruthBar
        truth={truth}
        isPublished={isPublished}
        source={story.source}
        onChoose={setTruth}
        differing={differing}
        numbers={numbers}
        onShow={(invitationId) => dispatch(carShown(invitationId))}
      >
        <SectorFlags />
      </TruthBar>
      <main className="race-body race-body-watching">
        <MapPane
          event={event}
          route={route}
          marked={differing ?? undefined}
          onView={look}
          onPlace={part.onPlace}
          over={part.over}
          trail={trail}
          initialView={first.map}
        />
        <Column>
          {panel === 'keys' && (
            <RacePanel header={TEXTS.history.player.keys} onHide={closePanel}>
              <KeyList keys={TEXTS.history.keyList} />
            </RacePanel>
          )}
          {panel === 'trails' && (
            <TrailsPanel story={story} choice={trails} onChange={setTrails} onHide={closePanel} />
          )}
          {part.panel}
          <ReportPanel
            event={event}
            story={story}
            open={open}
            trail={trail}
            isOpen={panel === 'report'}
            onHide={closePanel}
          />
          {panel === 'export' && (
            <ExportPanel
              event={event}
              story={story}
              open={open}
              truth={truth}
              trail={trail}
              carNumber={carNumber}
              onHide={closePanel}
            />
          )}
        </Column>
        <Feed />
      </main>
      <section className="history-time" aria-label={TEXTS.history.player.label}>
        <PositionsNote story={story} spans={spans} />
        <Transport
          open={open}
          marks={marks}
          car={opened}
          carNumber={carNumber}
          onAsk={() => toggle('questions')}
          onLaps={() => toggle('laps')}
          onTrails={() => toggle('trails')}
          onReport={() => toggle('report')}
          onExport={() => toggle('export')}
          onHelp={() => toggle('keys')}
        />
        <Timeline player={player} story={story} truth={truth} limits={limits} car={opened} />
      </section>
      <QuestionsDialog
        story={story}
        truth={truth}
        carNumber={carNumber}
        isOpen={panel === 'questions'}
        instantNow={() => player.instantAt(performance.now())}
        cornersInView={() => (view.current === null ? null : cornersOf(view.current))}
        line={line}
        speedsForm={speedsForm}
        onSpeedsForm={setSpeedsForm}
        onDraw={() => setPanel('draw')}
        onHide={closePanel}
      />
      <LapsDialog story={story} isOpen={panel === 'laps'} onHide={closePanel} />
      <RaceFoot sheets={SHEETS} sheet={sheet} onChoose={setSheet} />
    </div>
  );
};
