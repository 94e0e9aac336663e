import { Button } from 'primereact/button';
import type { ReactElement, ReactNode } from 'react';
import type { LapRow } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { duration, lapTime } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useLiveCars, useRace, useRaceClock } from '../race-context.js';
import { timeAtTrack } from '../track-clock.js';
import { isUnder, unconfirmedWithdrawals } from '../state/confirmations.js';
import { holdersOf, sectorOfRow, selectFlagRows } from '../state/flags.js';
import { selectLapsOf } from '../state/laps.js';
import { ALL_CARS, carAddressed, receiversChosen, selectReceivers } from '../state/receivers.js';
import { selectCarsById, type RosterCar } from '../state/roster.js';
import { carClosed, followToggled, selectView } from '../state/view.js';
import { CarMark } from './car-mark.js';
import { flagName } from './flag-words.js';
import { InstantLink } from './instant-link.js';
import { useOneStop } from './use-one-stop.js';
import { useDriver } from './use-driver.js';
import { WithdrawFlag } from './withdraw-flag.js';
import './car-detail.css';

const words = TEXTS.car;

/** `isLong`: if the panel is narrow, the value is below its name, so that no word is broken. */
const Fact = ({
  name,
  isLong = false,
  children,
}: {
  name: string;
  isLong?: boolean;
  children: ReactNode;
}): ReactElement => (
  <div className={isLong ? 'car-fact-long' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const BloodType = ({ value }: { value: string | null | undefined }): ReactElement | null =>
  value == null || value === '' ? null : <span className="blood-type">{words.bloodType(value)}</span>;

const timeOf = (lapTimeMs: number | null): string =>
  lapTimeMs === null ? TEXTS.unknown : lapTime(lapTimeMs);

const Laps = ({ laps }: { laps: readonly LapRow[] }): ReactElement => {
  const { linkOf, ...oneStop } = useOneStop(laps.map(({ Lap }) => Lap));
  return (
    <details className="car-laps">
      <summary>{words.allLaps(laps.length)}</summary>
      <ol {...oneStop}>
        {laps.map(({ Lap, lapTimeMs, crossedAt }) => (
          <li key={Lap}>
            <span>{Lap}</span>
            {timeOf(lapTimeMs)}
            <InstantLink at={Date.parse(crossedAt)} {...linkOf(Lap)} />
          </li>
        ))}
      </ol>
    </details>
  );
};

/** When the newest fix was received and how long ago that is, both by the server's clock. */
const LastFix = ({ receivedAt }: { receivedAt: number | null }): ReactElement => {
  const { gmtHoursAt } = useRace();
  const now = useRaceClock();
  if (receivedAt === null) return <>{TEXTS.unknown}</>;
  return <>{words.fix(timeAtTrack(receivedAt, gmtHoursAt), duration(now - receivedAt))}</>;
};

const flagsOf = ({ flags }: RosterCar, withdrawn: readonly number[]): string => {
  const inForce = [flags.track, flags.driver].flatMap((code) =>
    code === null ? [] : [TEXTS.flags.names[code]],
  );
  const late = withdrawn.map((code) => TEXTS.flags.withdrawnUnconfirmed(flagName(code)));
  return inForce.length + late.length === 0 ? words.noFlags : [...inForce, ...late].join(', ');
};

/** Its flags, each that was sent to it with a way to take it back. */
const Flags = ({ car }: { car: RosterCar }): ReactElement => {
  const { mayControl } = useRace();
  const rows = useRaceSelector(selectFlagRows);
  const { track, driver } = car.flags;
  const sent = [track, driver].flatMap(
    (code) =>
      rows.find(
        (row) =>
          row.StateId === code &&
          isUnder(car, row) &&
          sectorOfRow(row) === null &&
          holdersOf(row, [car]).length > 0,
      ) ?? [],
  );
  return (
    <>
      {flagsOf(car, unconfirmedWithdrawals(rows, car))}
      {mayControl && sent.map((flag) => <WithdrawFlag key={flag.FlagId} flag={flag} only={car} />)}
    </>
  );
};

/** The only control here that changes the receivers of the next flag. */
const SendToThis = ({ car }: { car: RosterCar }): ReactElement => {
  const receivers = useRaceSelector(selectReceivers);
  const dispatch = useRaceDispatch();
  const isAlone =
    receivers.kind === 'cars' &&
    receivers.invitationIds.length === 1 &&
    receivers.invitationIds[0] === car.invitationId;
  return (
    <Button
      className="car-detail-aim"
      size="small"
      icon="pi pi-send"
      label={words.sendTo}
      outlined={!isAlone}
      aria-pressed={isAlone}
      onClick={() => dispatch(isAlone ? receiversChosen(ALL_CARS) : carAddressed(car.invitationId))}
    />
  );
};

const Detail = ({ car }: { car: RosterCar }): ReactElement => {
  const { mayControl } = useRace();
  const cars = useLiveCars();
  const laps = useRaceSelector((state) => selectLapsOf(state, car.invitationId));
  const { isFollowing } = useRaceSelector(selectView);
  const dispatch = useRaceDispatch();
  const driver = useDriver(car);
  const live = cars.live(car.invitationId);
  const row = cars.row(car.invitationId);

  return (
    <section className="car-detail" aria-label={words.title(car.carNumber)}>
      <header>
        {row !== undefined && <CarMark look={row.look} />}
        <h2>{words.title(car.carNumber)}</h2>
        <Button
          size="small"
          icon="pi pi-compass"
          label={words.follow}
          outlined={!isFollowing}
          aria-pressed={isFollowing}
          onClick={() => dispatch(followToggled())}
        />
        <Button
          icon="pi pi-times"
          text
          severity="secondary"
          aria-label={TEXTS.close}
          onClick={() => dispatch(carClosed())}
        />
      </header>
      {mayControl && <SendToThis car={car} />}
      <dl>
        <Fact name={words.pilot} isLong>
          {car.pilot}
          <BloodType value={driver?.DriverGrupoSanguineo} />
        </Fact>
        <Fact name={words.copilot} isLong>
          {driver?.Copilot || TEXTS.unknown}
          <BloodType value={driver?.CodriverGrupoSanguineo} />
        </Fact>
        <Fact name={words.vehicle} isLong>
          {driver?.Car || TEXTS.unknown}
        </Fact>
        <Fact name={words.category}>{car.category || TEXTS.unknown}</Fact>
        <Fact name={words.flags} isLong>
          <Flags car={car} />
        </Fact>
        {live !== undefined && (
          <>
            <Fact name={words.state}>{row === undefined ? TEXTS.unknown : TEXTS.race.counts[row.state]}</Fact>
            <Fact name={words.speed}>
              {live.offline ? TEXTS.unknown : words.kph(Math.round(live.speedKph))}
            </Fact>
            <Fact name={words.lastFix}>
              <LastFix receivedAt={live.receivedAt} />
            </Fact>
            <Fact name={words.battery}>
              {live.battery === null ? TEXTS.unknown : words.percent(Math.round(live.battery))}
            </Fact>
            <Fact name={words.laps}>{live.counter}</Fact>
            <Fact name={words.lastLap}>{timeOf(live.lastLapMs)}</Fact>
            <Fact name={words.bestLap}>{timeOf(live.bestLapMs)}</Fact>
          </>
        )}
      </dl>
      {laps.length > 0 && <Laps laps={laps} />}
    </section>
  );
};

/** The car that was pressed or found, in full. */
export const CarDetail = (): ReactElement | null => {
  const car = useRaceSelector((state) => {
    const { opened } = selectView(state);
    return opened === null ? undefined : selectCarsById(state)[opened];
  });
  return car === undefined ? null : <Detail key={car.invitationId} car={car} />;
};
