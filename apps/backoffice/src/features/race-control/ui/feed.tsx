import { useId, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { firstFew, lapTime } from '../../../shared/format.js';
import { routeChangeText } from '../../../shared/route-change-text.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { isWithdrawable, missingOf, missingOfWithdrawal, selectMissing } from '../state/confirmations.js';
import { FEED_FILTERS, linesOf, selectFeed, type FeedFilter, type FeedLine } from '../state/feed.js';
import { holdersOf, selectSectorFlags, selectSendings } from '../state/flags.js';
import { tallyOf } from '../state/order-states.js';
import { selectReach, type ReachByCar } from '../state/reach.js';
import { selectCars, type RosterCar } from '../state/roster.js';
import { flagName, flagWords, tallyWords } from './flag-words.js';
import { InstantLink } from './instant-link.js';
import { NoteForm } from './note-form.js';
import { receiverNames } from './receivers.js';
import { UnconfirmedOf } from './unconfirmed-of.js';
import { FlagsOnTheirWay } from './unsent-flags.js';
import { useFocusKey } from './use-focus-key.js';
import { useOneStop } from './use-one-stop.js';
import { WithdrawFlag } from './withdraw-flag.js';
import './feed.css';

const NOBODY: readonly RosterCar[] = [];

const numbersOf = (invitationIds: readonly number[], cars: readonly RosterCar[]): string[] =>
  invitationIds.map((id) => cars.find(({ invitationId }) => invitationId === id)?.carNumber ?? TEXTS.unknown);

const lineWords = (
  line: FeedLine,
  cars: readonly RosterCar[],
  missing: readonly RosterCar[],
  reach: ReachByCar,
): string => {
  switch (line.kind) {
    case 'flag': {
      const all = holdersOf(line.flag, cars).length;
      if (all === 0 && line.flag.Withdrawals.length > 0) return flagWords(cars, line.flag);
      const words = flagWords(cars, line.flag);
      const tally = tallyOf(line.flag, all, missing, reach);
      return tally.notReachable === 0
        ? TEXTS.feed.confirmed(words, tally.confirmed, all)
        : TEXTS.feed.tally(words, tallyWords(tally));
    }
    case 'flagWithdrawn': {
      const { flag, withdrawal } = line;
      const { Name } = withdrawal.WithdrawnBy;
      const from = receiverNames(numbersOf(withdrawal.InvitationsSelected, cars));
      const what = TEXTS.feed.withdrawn(Name, flagName(flag.StateId), from);
      const late = missingOfWithdrawal(flag, withdrawal, cars);
      if (late.length === 0) return what;
      const { shown, more } = firstFew(late.map(({ carNumber }) => carNumber));
      return TEXTS.feed.withdrawnUnconfirmed(what, TEXTS.cautions.cars(shown, more));
    }
    case 'note':
      return TEXTS.feed.note.line(line.note.WrittenBy.Name, line.note.Text);
    case 'ok':
    case 'hazard':
      return TEXTS.feed[line.kind](line.report.CarNumber);
    case 'asked':
    case 'unanswered':
      return TEXTS.feed[line.kind](line.stop.CarNumber);
    case 'flagsCleared':
      return TEXTS.feed.flagsCleared;
    case 'sos':
      return TEXTS.feed.sos(line.alert.CarNumber);
    case 'sosCleared':
      return TEXTS.feed.sosCleared(line.alert.CarNumber, line.alert.ClearedBy?.Name ?? null);
    case 'sosAcknowledged':
      return TEXTS.feed.sosAcknowledged(line.alert.CarNumber, line.alert.AcknowledgedBy?.Name ?? '');
    case 'lap': {
      const { CarNumber, Lap, lapTimeMs } = line.lap;
      return lapTimeMs === null
        ? TEXTS.feed.lapWithoutTime(CarNumber, Lap)
        : TEXTS.feed.lap(CarNumber, Lap, lapTime(lapTimeMs));
    }
    case 'lapsReset':
      return TEXTS.feed.lapsReset;
    case 'routeChanged':
      return TEXTS.feed.routeChanged(line.row.by.Name, line.row.changes.map(routeChangeText).join(', '));
    case 'offline':
    case 'stopped':
      return TEXTS.feed[line.kind](numbersOf([line.invitationId], cars).join());
    case 'safetyCarUnsent':
      return TEXTS.feed.safetyCarUnsent[line.unsent.reason](line.unsent.by);
    case 'silence':
      return TEXTS.cautions.silence(line.count, line.of);
    case 'crowd': {
      const { shown, more } = firstFew(numbersOf(line.invitationIds, cars));
      return TEXTS.feed.crowd[line.crowdOf](line.count, TEXTS.cautions.cars(shown, more));
    }
  }
};

const ICONS: Record<FeedLine['kind'], string> = {
  flag: 'pi pi-flag-fill',
  flagWithdrawn: 'pi pi-undo',
  flagsCleared: 'pi pi-flag',
  sos: 'pi pi-exclamation-circle',
  sosAcknowledged: 'pi pi-check',
  sosCleared: 'pi pi-check-circle',
  lap: 'pi pi-stopwatch',
  lapsReset: 'pi pi-refresh',
  note: 'pi pi-pencil',
  routeChanged: 'pi pi-map',
  offline: 'pi pi-wifi',
  stopped: 'pi pi-stop',
  safetyCarUnsent: 'pi pi-ban',
  silence: 'pi pi-wifi',
  ok: 'pi pi-thumbs-up',
  hazard: 'pi pi-exclamation-triangle',
  asked: 'pi pi-question-circle',
  unanswered: 'pi pi-exclamation-triangle',
  crowd: 'pi pi-list',
};

const Unconfirmed = ({ count, onOpen }: { count: number; onOpen: () => void }): ReactElement | null =>
  count === 0 ? null : (
    <button type="button" className="feed-unconfirmed" onClick={onOpen}>
      {TEXTS.feed.unconfirmed(count)}
    </button>
  );

const Filter = ({
  chosen,
  onChoose,
  children,
}: {
  chosen: FeedFilter;
  onChoose: (filter: FeedFilter) => void;
  children: ReactNode;
}): ReactElement => (
  <div className="feed-filter">
    {children}
    <div role="group" aria-label={TEXTS.feed.filter}>
      {FEED_FILTERS.map((filter) => (
        <button key={filter} type="button" aria-pressed={filter === chosen} onClick={() => onChoose(filter)}>
          {TEXTS.feed.filters[filter]}
        </button>
      ))}
    </div>
  </div>
);

/** Flags, alerts, notes, notices and laps, newest first; above them the flags that are being sent. */
export const Feed = (): ReactElement => {
  const { eventId, mayControl } = useRace();
  const sectorFlags = useRaceSelector(selectSectorFlags);
  const all = useRaceSelector(selectFeed);
  const [filter, setFilter] = useState<FeedFilter>('all');
  const lines = useMemo(() => linesOf(all, filter), [all, filter]);
  const sendings = useRaceSelector(selectSendings).filter(({ request }) => request.EventId === eventId);
  const cars = useRaceSelector(selectCars);
  const byFlag = useRaceSelector(selectMissing);
  const reach = useRaceSelector(selectReach);
  const [isWriting, setIsWriting] = useState(false);
  const [draft, setDraft] = useState('');
  const writeButton = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const section = useRef<HTMLElement>(null);
  const { linkOf, ...oneStop } = useOneStop(lines.map(({ id }) => id));
  const wordsId = useId();
  useFocusKey('withdrawal', () => section.current?.querySelector<HTMLElement>('.withdraw-flag')?.focus());

  const closeNote = (): void => {
    setIsWriting(false);
    writeButton.current?.focus();
  };
  const showWritten = (): void => {
    setDraft('');
    setFilter('all');
    closeNote();
  };

  const lineOf = (line: FeedLine): ReactElement => {
    const missing = line.kind === 'flag' ? missingOf(byFlag, line.flag) : NOBODY;
    return (
      <li key={line.id} className={`feed-line feed-${line.kind}`}>
        <i className={ICONS[line.kind]} aria-hidden="true" />
        <InstantLink at={line.at} aria-describedby={`${wordsId}${line.id}`} {...linkOf(line.id)} />
        <span id={`${wordsId}${line.id}`}>{lineWords(line, cars, missing, reach)}</span>
        {line.kind === 'flag' && (
          <Unconfirmed count={missing.length} onOpen={() => setOpened(line.flag.FlagId)} />
        )}
        {line.kind === 'flag' && mayControl && isWithdrawable(line.flag, cars, sectorFlags) && (
          <WithdrawFlag flag={line.flag} />
        )}
      </li>
    );
  };

  return (
    <section ref={section} className="race-feed" aria-label={TEXTS.feed.title}>
      <Filter chosen={filter} onChoose={setFilter}>
        {mayControl && (
          <button
            type="button"
            ref={writeButton}
            className="feed-write"
            aria-label={TEXTS.feed.note.write}
            title={TEXTS.feed.note.write}
            aria-expanded={isWriting}
            onClick={() => setIsWriting(!isWriting)}
          >
            <i className="pi pi-pencil" aria-hidden="true" />
          </button>
        )}
      </Filter>
      {mayControl && isWriting && (
        <NoteForm draft={draft} onDraft={setDraft} onWritten={showWritten} onCancel={closeNote} />
      )}
      {lines.length === 0 && sendings.length === 0 ? (
        <p className="panel-empty">{TEXTS.feed.empty}</p>
      ) : (
        <ol {...oneStop}>
          <FlagsOnTheirWay />
          {lines.map(lineOf)}
        </ol>
      )}
      {opened !== null && <UnconfirmedOf flagId={opened} onClose={() => setOpened(null)} />}
    </section>
  );
};
