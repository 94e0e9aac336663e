import { Button } from 'primereact/button';
import { Skeleton } from 'primereact/skeleton';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { EventDetail, ReadyAnswer, ReadyLine, ReadyPlace } from '@flagpost/contracts';
import { counted } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/events.js';
import { Failure } from '../../shared/ui/failure.js';
import { useReadyQuery } from './api.js';
import { ReadyMark } from './ready-mark.js';
import './ready-panel.css';

const words = TEXTS.event.ready;
/** Cars begin to be heard while nobody touches the screen. */
const LOOK_EVERY_MS = 30_000;
/** Of the competitors that lack something. */
const MOST_NAMED = 5;

/** Where a missing item is fixed: an address, or a dialog of this screen. */
export type Way = { readonly to: string } | { readonly press: () => void };

const Mend = ({ line, way }: { line: ReadyLine; way: Way | undefined }): ReactElement | null => {
  if (line.state === 'ready' || way === undefined) return null;
  const label = words.ways[line.place];
  return 'to' in way ? (
    <Link className="p-button p-component p-button-text p-button-sm" to={way.to}>
      {label}
    </Link>
  ) : (
    <Button label={label} text size="small" onClick={way.press} />
  );
};

const Lacking = ({ lacking }: { lacking: ReadyAnswer['lacking'] }): ReactElement | null =>
  lacking.length === 0 ? null : (
    <ul className="ready-lacking">
      {lacking.slice(0, MOST_NAMED).map(({ InvitationId, CarNumber, Name, lacks }) => (
        <li key={InvitationId}>
          {words.lacks(
            [CarNumber, Name].filter(Boolean).join(' '),
            lacks.map((each) => words.needed[each]).join(', '),
          )}
        </li>
      ))}
      {lacking.length > MOST_NAMED && <li>{words.more(lacking.length - MOST_NAMED)}</li>}
    </ul>
  );

/** The items that still keep an event from starting; each line links to the screen that fixes it. */
export const ReadyPanel = ({
  event,
  ways,
}: {
  event: EventDetail;
  ways: Partial<Readonly<Record<ReadyPlace, Way>>>;
}): ReactElement => {
  const { data, error, refetch } = useReadyQuery(event.eveId, {
    refetchOnMountOrArgChange: true,
    pollingInterval: LOOK_EVERY_MS,
  });
  return (
    <section className="event-card" aria-label={words.title}>
      <h2>
        {data !== undefined && <ReadyMark state={data.state} />}
        {words.title}
      </h2>
      {error !== undefined && data === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Skeleton height="160px" />}
      {data !== undefined && (
        <ul className="ready-lines">
          {data.lines.map((line) => (
            <li key={line.line} data-line={line.line}>
              <ReadyMark state={line.state} />
              <span>
                {words.lines[line.line](line.state, counted(line.done), counted(line.of))}
                {line.line === 'competitors' && <Lacking lacking={data.lacking} />}
              </span>
              <Mend line={line} way={ways[line.place]} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
