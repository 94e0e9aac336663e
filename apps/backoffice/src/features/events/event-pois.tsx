import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { PoisAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { List } from '../../shared/ui/list/list.js';
import { Modal } from '../../shared/ui/modal.js';
import { usePoisQuery } from '../race-control/api.js';

type Poi = PoisAnswer['pois'][number];

const words = TEXTS.event.pois;
/** The panel shows so many; all of them are in the dialog. */
const PREVIEW = 5;
const COORDINATE_CHARACTERS = 10;

const trimmed = (degrees: number): string => String(degrees).slice(0, COORDINATE_CHARACTERS);

const AllPois = ({ pois, onClose }: { pois: readonly Poi[]; onClose: () => void }): ReactElement => (
  <Modal header={words.dialog} width="850px" onHide={onClose}>
    <List
      title={words.dialog}
      heading="h2"
      isTitleHidden
      columns={[
        { head: words.heads.description, text: ({ Description }) => Description },
        { head: words.heads.lat, text: ({ Lat }) => String(Lat), order: ({ Lat }) => Lat, shape: 'number' },
        {
          head: words.heads.long,
          text: ({ Long }) => String(Long),
          order: ({ Long }) => Long,
          shape: 'number',
        },
      ]}
      rows={pois}
      rowId={({ Id }) => Id}
      onRetry={() => undefined}
      empty={words.empty}
      footer={words.footer}
    />
  </Modal>
);

/** The first points of interest, and the way to all of them. */
export const EventPois = ({ eventId }: { eventId: number }): ReactElement => {
  const { data, error, refetch } = usePoisQuery(eventId);
  const [showsAll, setShowsAll] = useState(false);
  const pois = data?.pois ?? [];
  return (
    <section className="event-pois" aria-label={words.title}>
      <h3>{words.title}</h3>
      {error !== undefined && data === undefined && (
        <p role="alert">
          {RACE.race.poisFailed} <Button label={TEXTS.retry} text onClick={() => void refetch()} />
        </p>
      )}
      {data?.pois.length === 0 && <p className="event-muted">{words.empty}</p>}
      <ul>
        {pois.slice(0, PREVIEW).map(({ Id, Description, Lat, Long }) => (
          <li key={Id}>
            <strong>{Description}</strong>
            <span>
              {trimmed(Lat)}, {trimmed(Long)}
            </span>
          </li>
        ))}
      </ul>
      {pois.length > 0 && <Button label={words.viewAll} outlined onClick={() => setShowsAll(true)} />}
      {showsAll && <AllPois pois={pois} onClose={() => setShowsAll(false)} />}
    </section>
  );
};
