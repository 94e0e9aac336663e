import { useEffect, useEffectEvent, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { EventDetail, PastExportAnswer, PastStory, Truth } from '@flagpost/contracts';
import { dayTimeText, zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { PrintedTable } from '../../../shared/ui/printed-table.js';
import { timeAtTrack, type GmtHoursAt } from '../../race-control/track-clock.js';
import { PositionsDeletedNotice } from '../ui/positions-deleted.js';
import './report-page.css';

const words = TEXTS.history.report;

/** An instant that was chosen for the report, as it was shown then. */
export interface ReportedInstant {
  readonly id: number;
  readonly instant: number;
  readonly truth: Truth;
  readonly note: string;
  /** A data URL. */
  readonly picture: string;
  readonly invitationIds: readonly number[];
  readonly rows: readonly (readonly string[])[];
}

const when = (instant: number, gmtHoursAt: GmtHoursAt): string => {
  const gmtHours = gmtHoursAt(instant);
  return `${dayTimeText(instant, gmtHours)} ${zoneName(gmtHours)}`;
};

/** The report on paper. The browser is asked to print it once; the screen hides it. */
export const ReportPage = ({
  event,
  story,
  gmtHoursAt,
  instants,
  made,
  onPrinted,
}: {
  event: EventDetail;
  story: PastStory;
  gmtHoursAt: GmtHoursAt;
  instants: readonly ReportedInstant[];
  made: PastExportAnswer;
  onPrinted: () => void;
}): ReactElement => {
  const done = useEffectEvent(onPrinted);
  useEffect(() => {
    const former = document.title;
    const end = (): void => done();
    // Browsers name the file after the page.
    document.title = made.FileName.replace(/\.pdf$/, '');
    window.addEventListener('afterprint', end);
    let isWanted = true;
    const pictures = [...document.querySelectorAll<HTMLImageElement>('.incident-report img')];
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (isWanted) window.print();
    });
    return () => {
      isWanted = false;
      window.removeEventListener('afterprint', end);
      document.title = former;
    };
  }, [made]);
  return createPortal(
    <article className="incident-report">
      <h1>{words.heading(event.eveName)}</h1>
      <p>{words.made(made.ExportedBy.Name, when(Date.parse(made.ExportedAt), gmtHoursAt), made.ExportId)}</p>
      {instants.map(({ id, instant, truth, note, picture, rows }) => (
        <section key={id}>
          <h2>{when(instant, gmtHoursAt)}</h2>
          <p>{TEXTS.history.truth[truth]}</p>
          {note !== '' && <p className="incident-note">{note}</p>}
          <img src={picture} alt={words.picture(timeAtTrack(instant, gmtHoursAt))} />
          <PrintedTable heads={[...TEXTS.snapshot.heads, ...words.heads]} rows={rows} />
        </section>
      ))}
      <PositionsDeletedNotice story={story} gmtHoursAt={gmtHoursAt} />
      {story.source === 'reduced' && <p>{TEXTS.history.truth.reduced}</p>}
    </article>,
    document.body,
  );
};
