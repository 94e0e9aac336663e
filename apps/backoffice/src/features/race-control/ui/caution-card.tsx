import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { ALARMS, FLAGS, type FlagCode } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { firstFew } from '../../../shared/format.js';
import { routeChangeText } from '../../../shared/route-change-text.js';
import { TEXTS } from '../../../shared/texts/race.js';
import type { CarPlace } from '../car-place.js';
import { heardPlaceOf, otherTimeOf } from '../heard-place.js';
import { useLiveCars, useRace } from '../race-context.js';
import { flagRequestFor } from '../send-flag.js';
import type { CautionCard as Caution, RosterlessCar } from '../state/caution-cards.js';
import { cautionDismissed, selectKnownOverdue } from '../state/cautions.js';
import type { AwaitedFlag } from '../state/confirmations.js';
import type { LiftedRed } from '../state/messages.js';
import { carShown } from '../state/view.js';
import { timeAtTrack, type GmtHoursAt } from '../track-clock.js';
import { flagName, tallyWords } from './flag-words.js';
import { UnconfirmedDialog } from './unconfirmed-dialog.js';
import { placeWords } from './place-words.js';
import { usePlaceAt } from './use-car-place.js';
import { useSendFlag } from './use-send-flag.js';
import './caution-card.css';

const words = TEXTS.cautions;

const ICONS: Record<Caution['kind'], string> = {
  unanswered: 'pi pi-question-circle',
  red: 'pi pi-flag-fill',
  black: 'pi pi-flag-fill',
  hazard: 'pi pi-exclamation-triangle',
  silence: 'pi pi-wifi',
  stopped: 'pi pi-stop',
  lifted: 'pi pi-flag',
  takenOff: 'pi pi-ban',
  route: 'pi pi-map',
};

const howOf = (how: LiftedRed['how']): string => {
  if (how === 'withdrawn') return TEXTS.flags.withdraw;
  return how === 'cleared' ? TEXTS.flags.cleanTitle : flagName(how);
};

const titleOf = (caution: Caution): string => {
  switch (caution.kind) {
    case 'red':
    case 'black':
      return words.overdue(flagName(FLAGS[caution.kind]), tallyWords(caution.tally));
    case 'lifted':
      return words.lifted(howOf(caution.how));
    case 'unanswered':
      return caution.cars.length === 1
        ? TEXTS.feed.unanswered(caution.cars[0]?.carNumber ?? '')
        : words.manyUnanswered(caution.cars.length);
    case 'hazard':
      return caution.cars.length === 1
        ? TEXTS.feed.hazard(caution.cars[0]?.carNumber ?? '')
        : words.manyHazards(caution.cars.length);
    case 'silence':
      return words.silence(caution.count, caution.of);
    case 'takenOff':
      return words.takenOff(caution.cars.length, caution.cars[0]?.carNumber ?? '');
    case 'route':
      return words.route;
    case 'stopped': {
      const [first, ...others] = caution.cars;
      return first !== undefined && others.length === 0
        ? words.stopped(first.carNumber)
        : words.manyStopped(caution.cars.length);
    }
  }
};

/** The cars, if the title does not name them: the numbers of several, or the pilot of one. */
const whoOf = (cars: readonly RosterlessCar[], isNamed: boolean): string => {
  if (isNamed) return cars[0]?.pilot ?? '';
  const { shown, more } = firstFew(cars.map(({ carNumber }) => carNumber));
  return TEXTS.flags.someCars(shown, more);
};

/** Where the hazard is, with the time of the car's position if that is not of the report. */
const hazardPlace = (place: CarPlace | null, heardAt: number | null, gmtHoursAt: GmtHoursAt): string =>
  place === null || heardAt === null
    ? placeWords(place)
    : words.placeAt(placeWords(place), timeAtTrack(heardAt, gmtHoursAt));

const WhichCars = ({
  title,
  code,
  awaited,
}: {
  title: string;
  code: FlagCode;
  awaited: readonly AwaitedFlag[];
}): ReactElement => {
  const { eventId } = useRace();
  const sendFlag = useSendFlag();
  const [isOpen, setIsOpen] = useState(false);
  // Each flag to its own cars: a black one is for one driver, and has its own message.
  const sendAgain = (): void => {
    for (const { flag, cars } of awaited) {
      const ids = cars.map(({ invitationId }) => invitationId);
      if (ids.length > 0) sendFlag(flagRequestFor(eventId, code, ids, flag.Message));
    }
  };
  return (
    <>
      <Button text label={words.whoIsMissing} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <UnconfirmedDialog
          title={title}
          awaited={awaited}
          onSendAgain={sendAgain}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
};

/** Of flags whose card changes by each confirmation. It is told anew if another flag of this kind becomes overdue. */
const OverdueAnnounced = ({ code, since }: { code: FlagCode; since: number }): ReactElement => {
  const { gmtHoursAt } = useRace();
  const count = useRaceSelector(selectKnownOverdue).filter((flag) => flag.code === code).length;
  const from = timeAtTrack(since + ALARMS.unconfirmedAfterMs, gmtHoursAt);
  return (
    <span key={count} className="visually-hidden" role="alert">
      {words.overdue(flagName(code), TEXTS.flags.overdueSince(from))}
    </span>
  );
};

/** One caution: its kind, cars and start. It disappears when its reason ends or when it is dismissed. */
export const CautionCard = ({ caution }: { caution: Caution }): ReactElement => {
  const { gmtHoursAt } = useRace();
  const dispatch = useRaceDispatch();
  const title = titleOf(caution);
  const hasOne =
    (caution.kind === 'stopped' || caution.kind === 'hazard' || caution.kind === 'unanswered') &&
    caution.cars.length === 1;
  const one = hasOne ? caution.cars[0] : undefined;
  const hazardAt = caution.kind === 'hazard' && one !== undefined ? caution.since : null;
  const live = useLiveCars();
  // Of one that was missed, where the car is now.
  const heard =
    caution.kind === 'hazard' && one !== undefined
      ? (caution.place ?? heardPlaceOf(live.live(one.invitationId)))
      : null;
  const place = usePlaceAt(heard);
  const who = 'cars' in caution ? [whoOf(caution.cars, caution.cars.length === 1)] : [];
  const since = words.since(timeAtTrack(caution.since, gmtHoursAt));
  const details = [
    ...who,
    ...(caution.kind === 'route' ? caution.changes.map(routeChangeText) : []),
    ...(hazardAt === null ? [] : [hazardPlace(place, otherTimeOf(heard, hazardAt), gmtHoursAt)]),
    ...('by' in caution ? [words.by(caution.by)] : []),
    ...('askedAt' in caution && caution.askedAt !== null
      ? [words.asked(timeAtTrack(caution.askedAt, gmtHoursAt))]
      : []),
    since,
  ].join(' · ');
  const isOverdue = caution.kind === 'red' || caution.kind === 'black';
  const movesOn = hazardAt !== null && caution.kind === 'hazard' && caution.place === null;
  return (
    <li className={`caution-card caution-${caution.kind}`}>
      <i className={ICONS[caution.kind]} aria-hidden="true" />
      {isOverdue && <OverdueAnnounced code={FLAGS[caution.kind]} since={caution.since} />}
      {movesOn && (
        <span className="visually-hidden" role="alert">
          {[title, ...who, since].join(' · ')}
        </span>
      )}
      <p role={isOverdue || movesOn ? undefined : 'alert'}>
        <strong title={title}>{title}</strong>
        <span title={details}>{details}</span>
      </p>
      {isOverdue && <WhichCars title={title} code={FLAGS[caution.kind]} awaited={caution.awaited} />}
      {one !== undefined && (
        <Button text label={words.show} onClick={() => dispatch(carShown(one.invitationId))} />
      )}
      <Button
        className="caution-dismiss"
        text
        icon="pi pi-times"
        aria-label={words.dismiss(title)}
        onClick={() => dispatch(cautionDismissed(caution.id))}
      />
    </li>
  );
};
