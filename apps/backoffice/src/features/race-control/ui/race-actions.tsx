import { Button } from 'primereact/button';
import { useEffect, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { may, type EventDetail } from '@flagpost/contracts';
import { PATHS } from '../../../shared/paths.js';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { selectActor } from '../../../shared/session/slice.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { Popup } from '../../../shared/ui/popup.js';
import { useCleanFlagsMutation, usePoisQuery } from '../api.js';
import { useRace } from '../race-context.js';
import { poisToggled, selectView } from '../state/view.js';
import { CleanFlags } from './clean-flags.js';
import { LapResetDialog } from './lap-reset-dialog.js';
import { SnapshotDialog } from './snapshot-dialog.js';

interface RaceAction {
  label: string;
  icon: string;
  press: () => void;
  /** If the bar has room for the others' names, this one shows only its icon. */
  isIcon?: true;
}

/** One button that opens the others, if the bar is narrow. */
const More = ({ actions }: { actions: readonly RaceAction[] }): ReactElement => (
  <Popup icon="pi pi-ellipsis-v" label={TEXTS.race.more}>
    {actions.map(({ label, icon, press }) => (
      <Button key={label} label={label} icon={icon} text severity="secondary" onClick={press} />
    ))}
  </Popup>
);

/** Actions of this person on the race as a whole. */
export const RaceActions = ({ event, isNarrow }: { event: EventDetail; isNarrow: boolean }): ReactElement => {
  const { eventId, mayControl, mayResetLaps } = useRace();
  const mayCheck = may(useRaceSelector(selectActor), 'check.read', { clubId: event.cluId, past: event.past });
  const navigate = useNavigate();
  const [openedAt] = useState(() => Date.now());
  const isBefore = openedAt < Date.parse(event.eveStart);
  const { showsPois } = useRaceSelector(selectView);
  const { error: poisError } = usePoisQuery(eventId, { skip: !showsPois });
  const [cleanFlags] = useCleanFlagsMutation();
  const [asking, setAsking] = useState<'clean' | 'reset' | 'snapshot' | null>(null);
  const dispatch = useRaceDispatch();
  const notices = useNotices();

  useEffect(() => {
    if (poisError !== undefined) notices.showText(TEXTS.race.poisFailed);
  }, [poisError, notices]);

  const clean = async (what: 'clear' | 'keep'): Promise<void> => {
    setAsking(null);
    try {
      await cleanFlags({ eventId, alerts: what, key: newIdempotencyKey() }).unwrap();
      notices.success(TEXTS.flags.cleaned);
    } catch (error) {
      notices.showError(error);
    }
  };

  const actions: RaceAction[] = [
    ...(mayCheck && isBefore
      ? [
          {
            label: TEXTS.race.checkCars,
            icon: 'pi pi-verified',
            press: () => void navigate(PATHS.check(eventId)),
            isIcon: true,
          } as const,
        ]
      : []),
    {
      label: showsPois ? TEXTS.race.hidePois : TEXTS.race.showPois,
      icon: 'pi pi-map-marker',
      press: () => dispatch(poisToggled()),
    },
    ...(mayControl
      ? [{ label: TEXTS.race.cleanFlags, icon: 'pi pi-flag', press: () => setAsking('clean') }]
      : []),
    ...(mayResetLaps
      ? [{ label: TEXTS.race.resetLaps, icon: 'pi pi-refresh', press: () => setAsking('reset') }]
      : []),
    {
      label: TEXTS.snapshot.open,
      icon: 'pi pi-camera',
      press: () => setAsking('snapshot'),
      isIcon: true,
    },
  ];

  return (
    <>
      {isNarrow ? (
        <More actions={actions} />
      ) : (
        actions.map(({ label, icon, press, isIcon }) => (
          <Button
            key={label}
            {...(isIcon ? { icon, 'aria-label': label, title: label } : { label })}
            text
            severity="secondary"
            onClick={press}
          />
        ))
      )}
      {asking === 'clean' && <CleanFlags onClean={(what) => void clean(what)} onNo={() => setAsking(null)} />}
      {asking === 'snapshot' && <SnapshotDialog event={event} onClose={() => setAsking(null)} />}
      {asking === 'reset' && <LapResetDialog eventId={eventId} onClose={() => setAsking(null)} />}
    </>
  );
};
