import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { EventDetail } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { asItWasAddress, auditAddress } from '../audit/address.js';
import { LapResetDialog } from '../race-control/ui/lap-reset-dialog.js';
import { DeleteDialog } from './delete-dialog.js';
import { EditEventDialog } from './event-dialog.js';
import type { EventRights } from './event-rights.js';
import { CopyDialog, PostponeDialog } from './move-dialogs.js';
import { PublishDialog } from './publish-dialog.js';

const words = TEXTS.event;

export type OpenDialog = 'delete' | 'edit' | 'postpone' | 'copy' | 'publish' | 'resetLaps';

interface Action {
  readonly dialog: OpenDialog;
  readonly label: string;
  readonly icon: string;
  readonly isOffered: boolean;
  readonly look?: 'danger' | 'main';
}

/** Back to the previous page, or to the list if this address was opened directly. */
const useBack = (event: EventDetail): (() => void) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key !== 'default') void navigate(-1);
    else void navigate(event.past ? `${PATHS.events}?tab=past` : PATHS.events);
  };
};

/** The way back, and this user's actions on the event as a whole. */
export const EventActions = ({
  event,
  rights,
  open,
  onOpen,
}: {
  event: EventDetail;
  rights: EventRights;
  /** The dialog that is open. */
  open: OpenDialog | null;
  onOpen: (dialog: OpenDialog | null) => void;
}): ReactElement => {
  const back = useBack(event);
  const close = (): void => onOpen(null);
  const actions: Action[] = [
    {
      dialog: 'delete',
      label: words.remove,
      icon: 'pi pi-trash',
      isOffered: rights.mayRemove,
      look: 'danger',
    },
    { dialog: 'copy', label: words.copy, icon: 'pi pi-copy', isOffered: rights.mayCopy },
    {
      dialog: 'resetLaps',
      label: RACE.race.resetLaps,
      icon: 'pi pi-refresh',
      isOffered: rights.mayResetLaps,
    },
    { dialog: 'postpone', label: words.postpone, icon: 'pi pi-clock', isOffered: rights.mayPostpone },
    { dialog: 'edit', label: words.edit, icon: 'pi pi-pencil', isOffered: rights.mayEdit },
    {
      dialog: 'publish',
      label: words.publishEvent,
      icon: 'pi pi-megaphone',
      isOffered: rights.mayPublish,
      look: 'main',
    },
  ];
  return (
    <div className="event-actions">
      <Button label={TEXTS.back} icon="pi pi-arrow-left" text severity="secondary" onClick={back} />
      {actions
        .filter(({ isOffered }) => isOffered)
        .map(({ dialog, label, icon, look }) => (
          <Button
            key={dialog}
            label={label}
            icon={icon}
            outlined={look !== 'main'}
            {...(look === 'danger' && { severity: 'danger' as const })}
            onClick={() => onOpen(dialog)}
          />
        ))}
      {rights.maySeeLog && (
        <Link
          className="p-button p-component p-button-outlined"
          to={auditAddress({ race: String(event.eveId) })}
        >
          <i className="pi pi-history" aria-hidden="true" />
          {TEXTS.menu.log}
        </Link>
      )}
      {rights.maySeeLog && (
        <Link className="p-button p-component p-button-outlined" to={asItWasAddress({ race: event.eveId })}>
          <i className="pi pi-clock" aria-hidden="true" />
          {TEXTS.openAsItWas}
        </Link>
      )}
      {rights.mayCheck && (
        <Link className="p-button p-component p-button-outlined" to={PATHS.check(event.eveId)}>
          <i className="pi pi-list-check" aria-hidden="true" />
          {TEXTS.checkCars}
        </Link>
      )}
      {rights.mayWatch && (
        <Link className="p-button p-component p-button-outlined" to={PATHS.liveMap(event.eveId)}>
          <i className="pi pi-map" aria-hidden="true" />
          {TEXTS.liveNow.watch}
        </Link>
      )}
      {rights.mayReplay && (
        <Link className="p-button p-component p-button-outlined" to={PATHS.history(event.eveId)}>
          <i className="pi pi-history" aria-hidden="true" />
          {RACE.showInHistory}
        </Link>
      )}
      {open === 'delete' && <DeleteDialog event={event} onClose={close} />}
      {open === 'edit' && <EditEventDialog event={event} onClose={close} />}
      {open === 'postpone' && <PostponeDialog event={event} onClose={close} />}
      {open === 'copy' && <CopyDialog event={event} onClose={close} />}
      {open === 'publish' && <PublishDialog event={event} onClose={close} />}
      {open === 'resetLaps' && <LapResetDialog eventId={event.eveId} onClose={close} />}
    </div>
  );
};
