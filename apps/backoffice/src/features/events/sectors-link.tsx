import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { may, type EventDetail } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/events.js';

/** The way to the sectors of an event, for who edits its map: only with a track. */
export const SectorsLink = ({
  event: { eveId, traId, cluId, past },
}: {
  event: EventDetail;
}): ReactElement | null => {
  const actor = useAppSelector(selectActor);
  if (traId === null || !may(actor, 'route.edit', { clubId: cluId, past })) return null;
  return (
    <Link className="p-button p-component p-button-outlined" to={PATHS.sectors(eveId)}>
      <i className="pi pi-sitemap" aria-hidden="true" />
      {TEXTS.event.map.sectors}
    </Link>
  );
};
