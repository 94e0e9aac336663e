import { Button } from 'primereact/button';
import { Skeleton } from 'primereact/skeleton';
import { Tag } from 'primereact/tag';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { holds, mayEver, type Actor, type LiveNowItem } from '@flagpost/contracts';
import { useAppSelector } from '../../shared/store.js';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { Failure } from '../../shared/ui/failure.js';
import { tallyWords } from '../race-control/ui/flag-words.js';
import { FlagPicture } from '../race-control/ui/flag-picture.js';
import { LapResetDialog } from '../race-control/ui/lap-reset-dialog.js';
import { useLiveNowQuery } from './api.js';
import './live-now.css';

/** Races begin and end at human speed. */
const POLL_MS = 15_000;

const runningCategories = ({ CurrentlyRunning }: LiveNowItem): string[] =>
  CurrentlyRunning.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** A clerk of course without organiser rights is linked to the race. */
const isDirectorOnly = (actor: Actor | null): boolean =>
  actor !== null && holds(actor, 'director') && !holds(actor, 'planner');

/** The flag in force for all cars, and how many need attention. */
const RaceNow = ({
  TrackFlag,
  FlagConfirmed,
  FlagNotYet,
  FlagNotReachable,
  Sos,
  Offline,
  Stopped,
}: LiveNowItem): ReactElement => {
  const tally = { confirmed: FlagConfirmed, notYet: FlagNotYet, notReachable: FlagNotReachable };
  const counts = [
    ['sos', Sos],
    ['offline', Offline],
    ['stopped', Stopped],
  ] as const;
  return (
    <ul className="live-event-race" aria-label={TEXTS.liveNow.raceNow}>
      <li className="live-event-flag">
        {TrackFlag === null ? (
          RACE.race.noFlag
        ) : (
          <>
            <FlagPicture code={TrackFlag} />
            {RACE.flags.tallyOf(RACE.flags.names[TrackFlag], tallyWords(tally))}
          </>
        )}
      </li>
      {counts.map(([state, count]) => (
        <li key={state} className={`live-event-count live-event-${state}`} data-some={count > 0}>
          <strong>{count}</strong> {RACE.race.counts[state]}
        </li>
      ))}
    </ul>
  );
};

const LiveEvent = ({ item, hasClub }: { item: LiveNowItem; hasClub: boolean }): ReactElement => {
  const actor = useAppSelector(selectActor);
  const [asksReset, setAsksReset] = useState(false);
  return (
    <li className="live-event">
      <div className="live-event-names">
        <h2>{item.EventName}</h2>
        {hasClub ? (
          <p>
            {TEXTS.liveNow.competitors(item.Competitors)} · {TEXTS.liveNow.invited(item.Inviteds)}
          </p>
        ) : (
          <p>{item.InstitutionName}</p>
        )}
      </div>
      <ul className="live-event-tags" aria-label={TEXTS.liveNow.running}>
        {runningCategories(item).map((name) => (
          <li key={name}>
            <Tag value={name} />
          </li>
        ))}
      </ul>
      <RaceNow {...item} />
      {item.EventId > 0 && (
        <div className="live-event-actions">
          {!isDirectorOnly(actor) && (
            <Link
              className="p-button p-component p-button-outlined live-event-watch"
              to={PATHS.event(item.EventId)}
            >
              <i className="pi pi-arrow-right" aria-hidden="true" />
              {TEXTS.liveNow.detail}
            </Link>
          )}
          {mayEver(actor, 'laps.reset') && (
            <Button
              className="live-event-watch"
              label={RACE.race.resetLaps}
              icon="pi pi-refresh"
              outlined
              onClick={() => setAsksReset(true)}
            />
          )}
          {mayEver(actor, 'check.read') && (
            <Link
              className="p-button p-component p-button-outlined live-event-watch"
              to={PATHS.check(item.EventId)}
            >
              <i className="pi pi-list-check" aria-hidden="true" />
              {TEXTS.checkCars}
            </Link>
          )}
          {mayEver(actor, 'race.watch') && (
            <Link className="p-button p-component live-event-watch" to={PATHS.liveMap(item.EventId)}>
              <i className="pi pi-map" aria-hidden="true" />
              {TEXTS.liveNow.watch}
            </Link>
          )}
        </div>
      )}
      {asksReset && <LapResetDialog eventId={item.EventId} onClose={() => setAsksReset(false)} />}
    </li>
  );
};

const Loading = (): ReactElement => (
  <div role="status">
    <span className="visually-hidden">{TEXTS.loading}</span>
    <Skeleton height="88px" borderRadius="8px" />
  </div>
);

const Empty = (): ReactElement => (
  <div className="live-now-empty">
    <i className="pi pi-flag" aria-hidden="true" />
    <p>{TEXTS.liveNow.empty}</p>
    <p>{TEXTS.liveNow.emptyNext}</p>
  </div>
);

export const LiveNow = (): ReactElement => {
  const clubId = useAppSelector((state) => selectActor(state)?.clubId ?? 0);
  const { data, error, refetch } = useLiveNowQuery(clubId, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <section aria-labelledby="live-now">
      <h1 id="live-now">{TEXTS.liveNow.title}</h1>
      <div className="live-now">
        {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === undefined && <Loading />}
        {data?.length === 0 && <Empty />}
        {data !== undefined && data.length > 0 && (
          <ul className="live-events">
            {data.map((item) => (
              <LiveEvent key={item.EventId} item={item} hasClub={clubId > 0} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
};
