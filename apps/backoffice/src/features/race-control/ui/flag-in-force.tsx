import type { ReactElement } from 'react';
import { flagOf, isFlagCode } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { timeAtTrack } from '../track-clock.js';
import { receiversOf, selectFlagInForce, selectOtherTrackFlags } from '../state/flags.js';
import { tallyOf } from '../state/order-states.js';
import { selectReach } from '../state/reach.js';
import { selectCars } from '../state/roster.js';
import { tallyWords } from './flag-words.js';
import { receiverNames } from './receivers.js';

/** The largest element of the bar: the flag in force, since when, by whom, and its confirmations. */
export const FlagInForce = (): ReactElement => {
  const { gmtHoursAt } = useRace();
  const flag = useRaceSelector(selectFlagInForce);
  const cars = useRaceSelector(selectCars);
  const reach = useRaceSelector(selectReach);
  const others = [...useRaceSelector(selectOtherTrackFlags)].map(([code, count]) =>
    TEXTS.race.otherFlag(TEXTS.flags.names[code], count),
  );
  if (flag === null || !isFlagCode(flag.StateId)) {
    return (
      <div className="flag-in-force flag-in-force-none">
        <span role="status">
          {TEXTS.race.noFlag}
          {others.length > 0 && (
            <span className="flag-in-force-others" title={others.join(', ')}>
              {others.join(' · ')}
            </span>
          )}
        </span>
      </div>
    );
  }
  const { StateId, InvitationsSelected, SentAt, SentBy, Confirmed } = flag;
  const { letter, ground, pattern } = flagOf(StateId);
  const receivers = receiversOf(flag, cars);
  const confirmedIds = new Set(Confirmed.map(({ InvitationId }) => InvitationId));
  const missing = receivers.filter(({ invitationId }) => !confirmedIds.has(invitationId));
  const receiversShown =
    InvitationsSelected.length === 0 ? [] : [receiverNames(receivers.map(({ carNumber }) => carNumber))];
  const share = TEXTS.race.share(receivers.length - missing.length, receivers.length);
  const tally = tallyOf(flag, receivers.length, missing, reach);
  const said = TEXTS.flags.tallyOf(TEXTS.flags.names[StateId], tallyWords(tally));
  const since = [timeAtTrack(Date.parse(SentAt), gmtHoursAt), ...receiversShown, ...others].join(' · ');
  return (
    <div className="flag-in-force" data-ground={ground} data-pattern={pattern}>
      {/* The same element as without a flag: screen readers tell its changes. Confirmations change too often to be told. */}
      <span className="visually-hidden" role="status">
        {`${TEXTS.flags.names[StateId]} · ${since}`}
      </span>
      <span className="flag-in-force-letter" aria-hidden="true">
        {letter}
      </span>
      <strong aria-hidden="true">{TEXTS.flags.names[StateId]}</strong>
      <span className="flag-in-force-since" title={since} aria-hidden="true">
        {since}
      </span>
      {tally.notReachable > 0 && (
        <span className="flag-in-force-unreached" title={said}>
          <i className="pi pi-ban" aria-hidden="true" /> {tally.notReachable}
          <span className="flag-in-force-unreached-words"> {TEXTS.flags.notReachable}</span>
        </span>
      )}
      <span className="flag-in-force-by" title={`${said} · ${SentBy.Name}`}>
        <span className="flag-in-force-confirmed">{TEXTS.race.confirmed} </span>
        {share}
        <span className="flag-in-force-name"> · {SentBy.Name}</span>
      </span>
    </div>
  );
};
