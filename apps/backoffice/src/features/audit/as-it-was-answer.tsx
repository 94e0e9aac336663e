import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import {
  invitationState,
  type AsItWasAnswer,
  type CompetitorAsItWas,
  type EventAsItWas,
  type LatLng,
  type NamedToday,
  type RouteAsItWas,
} from '@flagpost/contracts';
import { counted, momentText } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/audit.js';
import { RULES } from '../../shared/texts/rules.js';
import { Fact } from '../../shared/ui/fact.js';
import { TableHeads } from '../../shared/ui/table-heads.js';
import { auditAddress } from './address.js';
import { RouteSketch } from './route-sketch.js';

const words = TEXTS.asItWas;
const { heads, fields } = words;
const { none, yes, no } = TEXTS.audit;

const nameText = (named: NamedToday | null): string =>
  named === null ? none : named.Name === '' ? words.unnamed(named.Id) : named.Name;
const or = (text: string | null): string => (text === null || text === '' ? none : text);

const invitationText = ({ StatusId, Disputed }: CompetitorAsItWas): string =>
  [
    RULES.invitationStates[invitationState(StatusId)],
    ...(Disputed === null ? [] : [RULES.disputes[Disputed]]),
  ].join(': ');

const COLUMNS: readonly (readonly [string, (competitor: CompetitorAsItWas) => string])[] = [
  [heads.driver, ({ Driver }) => nameText(Driver)],
  [heads.codriver, ({ Codriver }) => (Codriver === null ? '' : nameText(Codriver))],
  [heads.category, ({ Category }) => nameText(Category)],
  [heads.car, ({ Brand, Model }) => or([Brand, Model].filter((part) => part !== null).join(' '))],
  [heads.authorized, ({ Authorized }) => (Authorized ? yes : no)],
  [heads.invitation, invitationText],
];

const Competitors = ({ competitors }: { competitors: readonly CompetitorAsItWas[] }): ReactElement => (
  <table className="audit-table as-it-was-competitors">
    <caption className="visually-hidden">{words.whats.competitors}</caption>
    <TableHeads heads={[heads.number, ...COLUMNS.map(([head]) => head)]} />
    <tbody>
      {competitors.map((competitor) => (
        <tr key={competitor.InvitationId}>
          <td data-head={heads.number}>
            <div>
              <Link to={auditAddress({ car: String(competitor.InvitationId) })}>{or(competitor.Number)}</Link>
            </div>
          </td>
          {COLUMNS.map(([head, textOf]) => (
            <td key={head} data-head={head}>
              <div>{textOf(competitor)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const Event = ({ event }: { event: EventAsItWas }): ReactElement => (
  <dl className="audit-facts" aria-label={words.whats.event}>
    <Fact name={fields.name}>{event.Name}</Fact>
    <Fact name={fields.start}>{momentText(event.Start)}</Fact>
    <Fact name={fields.finish}>{momentText(event.Finish)}</Fact>
    <Fact name={fields.zone}>{or(event.TimeZone)}</Fact>
    <Fact name={fields.institution}>{nameText(event.Institution)}</Fact>
    <Fact name={fields.place}>{[event.City, event.State, event.Country].join(', ')}</Fact>
    <Fact name={fields.circuit}>{event.CircuitName}</Fact>
    <Fact name={fields.categories}>{event.Categories.map(nameText).join(', ')}</Fact>
    <Fact name={fields.finishRadius}>{words.metres(event.FinishRadiusM)}</Fact>
    <Fact name={fields.safetyCarDelay}>{words.seconds(event.SafetyCarDelayS)}</Fact>
    <Fact name={fields.planner}>{nameText(event.Planner)}</Fact>
    <Fact name={fields.viewer}>{nameText(event.Viewer)}</Fact>
    <Fact name={fields.positions}>
      {event.ArePositionsDeleted ? fields.positionsDeleted : fields.positionsKept}
    </Fact>
  </dl>
);

const km = (length: number): string => words.kilometres(counted(length));
const pointText = (point: LatLng | null): string =>
  point === null ? none : `${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`;

const Parts = ({
  title,
  parts,
}: {
  title: string;
  parts: readonly (readonly [string, string])[];
}): ReactElement | null =>
  parts.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <dl className="audit-facts" aria-label={title}>
        {parts.map(([name, value], place) => (
          <Fact key={`${place} ${name}`} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </>
  );

const Route = ({ route }: { route: RouteAsItWas }): ReactElement => (
  <>
    <RouteSketch route={route} />
    <dl className="audit-facts" aria-label={words.whats.route}>
      <Fact name={fields.track}>{or(route.Name)}</Fact>
      <Fact name={fields.length}>{km(route.Kilometres)}</Fact>
      <Fact name={fields.startPoint}>{pointText(route.Start)}</Fact>
      <Fact name={fields.finishPoint}>{pointText(route.Finish)}</Fact>
      <Fact name={fields.boxes}>{route.Boxes === null ? none : fields.corners(route.Boxes.length - 1)}</Fact>
    </dl>
    <Parts
      title={words.sectors}
      parts={route.Sectors.map((each) => [words.sector(each.Number), km(each.Kilometres)])}
    />
    <Parts
      title={words.stages}
      parts={route.Stages.map((each) => [
        words.stage(each.Number, each.Name),
        `${km(each.Kilometres)}, ${momentText(each.StartsAt)}`,
      ])}
    />
    <Parts
      title={words.pois}
      parts={route.Pois.map(({ Description, Position }) => [or(Description), pointText(Position)])}
    />
  </>
);

const isEmpty = ({ Tracks, Stages, Pois, Start, Finish }: RouteAsItWas): boolean =>
  Tracks.length + Stages.length + Pois.length === 0 && Start === null && Finish === null;

const Body = ({
  answer: { Event: event, Competitors: competitors, Route: route },
}: {
  answer: AsItWasAnswer;
}) => (
  <>
    {event !== null && <Event event={event} />}
    {competitors !== null &&
      (competitors.length === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <>
          <p>{words.count(competitors.length)}</p>
          <Competitors competitors={competitors} />
        </>
      ))}
    {route !== null && (isEmpty(route) ? <p>{words.noRoute}</p> : <Route route={route} />)}
  </>
);

/** The log up to what is shown: its filter has what was recorded before a time. */
const logOf = ({ Race, Instant }: AsItWasAnswer): string =>
  auditAddress({
    race: String(Race.Id),
    until: new Date(Date.parse(Instant) + 1).toISOString(),
  });

/** What was there, with the state of the event then and its name of today. */
export const Answer = ({ answer, title }: { answer: AsItWasAnswer; title: string }): ReactElement => {
  const { Race, Instant, Status, IsComplete } = answer;
  return (
    <section className="audit-card" aria-labelledby="as-it-was">
      <h2 id="as-it-was">{words.was(title, momentText(Instant))}</h2>
      <p>
        {`${words.states[Status]} `}
        {Race.Name === '' ? words.isDeleted : words.today(Race.Name)}{' '}
        <Link to={logOf(answer)}>{words.logUpTo}</Link>
      </p>
      {!IsComplete && <p>{words.incomplete}</p>}
      <Body answer={answer} />
    </section>
  );
};
