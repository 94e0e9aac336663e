import { Button } from 'primereact/button';
import { Skeleton } from 'primereact/skeleton';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { may, mayEver, type ClubAnswer, type EventRow } from '@flagpost/contracts';
import { Page } from '../../shared/ui/page.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import { Failure } from '../../shared/ui/failure.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { List } from '../../shared/ui/list/list.js';
import { useNotices } from '../../shared/ui/notices.js';
import { withMessage } from '../../shared/ui/use-message.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { zoneDayText } from '../../shared/zone-days.js';
import { institutionsApi, useClubEventsQuery, useClubQuery } from './api.js';
import { EditInstitutionDialog } from './institution-dialog.js';
import { Keeping } from './keeping.js';
import { Licences } from './licences.js';
import { Users } from './users.js';
import './institution-page.css';

const words = TEXTS.institutions;

const eventColumns: Column<EventRow>[] = [
  { head: words.eventHeads.name, text: ({ Name }) => Name },
  { head: words.eventHeads.circuit, text: ({ CircuitName }) => CircuitName },
  {
    head: words.eventHeads.start,
    text: ({ Start, TimeZone }) => zoneDayText(Start, TimeZone),
    order: ({ Start }) => Start,
    shape: 'days',
  },
  {
    head: words.eventHeads.finish,
    text: ({ Finish, TimeZone }) => zoneDayText(Finish, TimeZone),
    order: ({ Finish }) => Finish,
    shape: 'days',
  },
];

const Events = ({ clubId }: { clubId: number }): ReactElement => {
  const { data, error, refetch } = useClubEventsQuery(clubId, { refetchOnMountOrArgChange: true });
  return (
    <List
      title={TEXTS.menu.events}
      heading="h2"
      columns={eventColumns}
      rows={data}
      rowId={({ EventId }) => EventId}
      rowActions={[
        {
          icon: 'pi pi-arrow-right',
          label: ({ Name }) => words.open(Name),
          act: { to: ({ EventId }) => PATHS.event(EventId) },
        },
      ]}
      error={error}
      onRetry={() => void refetch()}
      empty={words.noEvents}
      footer={words.eventsFooter}
    />
  );
};

/** Addresses that were typed may be anything: only those of the web are links. */
const addressOf = (typed: string): string | null => {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(address) && /^[^\s/]+\.[^\s/]+/.test(typed.replace(/^https?:\/\//i, ''))
    ? address
    : null;
};

const Contact = ({ icon, text, href }: { icon: string; text: string | null; href: string | null }) =>
  text === null ? null : (
    <li>
      <i className={icon} aria-hidden="true" />
      {href === null ? (
        text
      ) : (
        <a href={href} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}
    </li>
  );

const Head = ({ club }: { club: ClubAnswer }): ReactElement => {
  const link = (text: string | null) => ({ text, href: text === null ? null : addressOf(text) });
  const place = [club.cluAddress, club.cluCity, club.cluState, club.couName].filter(Boolean).join(', ');
  return (
    <div className="institution-card">
      <h1>{club.cluName}</h1>
      <ul className="institution-contacts">
        <Contact icon="pi pi-globe" {...link(club.cluWeb)} />
        <Contact icon="pi pi-map-marker" text={place} href={null} />
        <Contact
          icon="pi pi-envelope"
          text={club.cluMail}
          href={club.cluMail === null ? null : `mailto:${club.cluMail}`}
        />
        <Contact icon="pi pi-facebook" {...link(club.cluFacebook)} />
        <Contact icon="pi pi-instagram" {...link(club.cluInstagram)} />
      </ul>
    </div>
  );
};

/** The way back, and an administrator's actions on the institution as a whole. */
const Actions = ({ club }: { club: ClubAnswer }): ReactElement => {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  const remove = async (): Promise<void> => {
    close();
    try {
      await dispatch(institutionsApi.endpoints.deleteClub.initiate(club.cluId)).unwrap();
      void navigate(withMessage(PATHS.institutions, words.deleted));
    } catch (failure) {
      notices.showDialog(failure);
    }
  };
  return (
    <div className="institution-buttons">
      <Button
        label={TEXTS.back}
        icon="pi pi-arrow-left"
        text
        severity="secondary"
        onClick={() => void navigate(PATHS.institutions)}
      />
      <Button
        label={words.remove}
        icon="pi pi-trash"
        outlined
        severity="danger"
        onClick={() => setOpen('remove')}
      />
      <Button label={words.edit} icon="pi pi-pencil" outlined onClick={() => setOpen('edit')} />
      {open === 'edit' && <EditInstitutionDialog club={club} onClose={close} />}
      {open === 'remove' && (
        <YesNo
          title={words.remove}
          yes={words.remove}
          no={TEXTS.cancel}
          danger
          onYes={() => void remove()}
          onNo={close}
        >
          {words.removeQuestion(club.cluName)}
        </YesNo>
      )}
    </div>
  );
};

/** /club/{id}: one institution, its licences, and, for users who may see them, its people and events. */
export const InstitutionPage = ({ clubId }: { clubId: number }): ReactElement => {
  const actor = useAppSelector(selectActor);
  const { data: club, error, refetch } = useClubQuery(clubId, { refetchOnMountOrArgChange: true });
  const isAdmin = mayEver(actor, 'clubs.manage');
  return (
    <Page title={club?.cluName ?? TEXTS.menu.institution}>
      <div className="institution">
        {club === undefined && (
          <div className="institution-card">
            <h1>{TEXTS.menu.institution}</h1>
            {error === undefined && (
              <div role="status">
                <span className="visually-hidden">{TEXTS.loading}</span>
                <Skeleton height="104px" borderRadius="8px" />
              </div>
            )}
          </div>
        )}
        {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
        {club !== undefined && (
          <>
            {isAdmin && <Actions club={club} />}
            <Head club={club} />
            <Licences clubId={clubId} zone={club.cluTimeZone} />
            {may(actor, 'keeping.read', { clubId }) && <Keeping clubId={clubId} zone={club.cluTimeZone} />}
            {may(actor, 'users.list', { clubId }) && <Users clubId={clubId} />}
            {isAdmin && <Events clubId={clubId} />}
          </>
        )}
      </div>
    </Page>
  );
};
