import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { LIMITS, readStaff, staffRequest, USER_STATES, type UserRow } from '@flagpost/contracts';
import type { z } from 'zod';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { dayOf, deviceGmtHours } from '../../shared/format.js';
import { LANGUAGE } from '../../shared/language.js';
import { rolesOf } from '../../shared/roles.js';
import { personChanged, selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/institutions.js';
import { RULES } from '../../shared/texts/rules.js';
import { EditDialog } from '../../shared/ui/form/edit-dialog.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { List } from '../../shared/ui/list/list.js';
import { useRemoval } from '../../shared/ui/list/use-removal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { auditAddress } from '../audit/address.js';
import { institutionsApi, useClubUsersQuery } from './api.js';

type Values = z.input<typeof staffRequest>;

const words = TEXTS.users;
const { endpoints } = institutionsApi;

const nameOf = ({ useName, useSurname }: UserRow): string => `${useName} ${useSurname}`;

/** For a user who has not replaced the given password yet, the state of the invitation is shown instead. */
const statusOf = ({ stsId, useGivenPasswordUntil }: UserRow): string => {
  if (stsId !== USER_STATES.ENABLE_USER) return words.disabled;
  if (useGivenPasswordUntil === null) return words.enabled;
  const until = Date.parse(useGivenPasswordUntil);
  return until > Date.now()
    ? words.invited(dayOf(until, deviceGmtHours(until), LANGUAGE))
    : words.invitationEnded;
};

const columns: Column<UserRow>[] = [
  { head: words.heads.name, text: nameOf },
  { head: words.heads.roles, text: ({ RolesId }) => rolesOf(RolesId) },
  { head: words.heads.email, text: ({ useEmail }) => useEmail ?? TEXTS.unknown, shape: 'address' },
  { head: words.heads.status, text: statusOf },
];

const fields: Field<Values>[] = [
  { name: 'FirstName', label: TEXTS.account.firstName, max: LIMITS.name },
  { name: 'LastName', label: TEXTS.account.lastName, max: LIMITS.name },
  { name: 'Email', label: TEXTS.login.email, kind: 'email', max: LIMITS.userEmail },
  { name: 'Phone', label: words.phone, kind: 'tel', max: LIMITS.phone },
  {
    name: 'Roles',
    label: words.roles,
    kind: 'checks',
    boxes: [
      { name: 'Roles.planner', label: RULES.roles.planner },
      { name: 'Roles.viewer', label: RULES.roles.viewer },
      { name: 'Roles.director', label: RULES.roles.director },
    ],
  },
];

const startOf = (user: UserRow | null, clubId: number): Values => ({
  FirstName: user?.useName ?? '',
  LastName: user?.useSurname ?? '',
  Email: user?.useEmail ?? '',
  Phone: user?.usePhone ?? '',
  Password: '',
  Roles: {
    planner: user?.isPlanner ?? false,
    viewer: user?.isViewer ?? false,
    director: user?.isDirector ?? false,
  },
  ClubId: clubId,
});

/** Creates a user if none is given, else changes the given one. */
const UserDialog = ({
  user,
  clubId,
  onClose,
}: {
  user: UserRow | null;
  clubId: number;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectActor);
  const notices = useNotices();
  const read = async (row: UserRow | null): Promise<UserRow | null> =>
    row && dispatch(endpoints.user.initiate(row.useId, { subscribe: false, forceRefetch: true })).unwrap();
  return (
    <EditDialog
      title={words.details}
      row={user}
      changed="user.changed"
      read={read}
      schema={staffRequest}
      valuesOf={(edited) => startOf(edited, clubId)}
      sections={[{ fields }]}
      onSubmit={async (body, edited) => {
        if (edited === null) return dispatch(endpoints.addUser.initiate(body)).unwrap();
        const { useId } = edited;
        const Former = readStaff.parse(edited);
        const edit = endpoints.editUser.initiate({ id: useId, body: { ...body, Former } });
        const { pendingEmail } = await dispatch(edit).unwrap();
        notices.success(pendingEmail === null ? words.updated : words.emailWaits(pendingEmail));
        if (useId !== me?.userId) return;
        dispatch(personChanged({ name: `${body.FirstName} ${body.LastName}` }));
      }}
      onDone={() => {
        onClose();
        if (user === null) notices.success(words.created);
      }}
      onCancel={onClose}
    />
  );
};

/** The people of an institution, and the actions on them. */
export const Users = ({ clubId }: { clubId: number }): ReactElement => {
  const { data, error, refetch } = useClubUsersQuery(clubId, { refetchOnMountOrArgChange: true });
  const dispatch = useAppDispatch();
  const notices = useNotices();
  /** 'new', or the user in the dialog. */
  const [edited, setEdited] = useState<UserRow | 'new' | null>(null);

  const removal = useRemoval<UserRow>({
    title: words.remove,
    questionOf: (user) => words.removeQuestion(nameOf(user)),
    remove: ({ rolUseId }) => dispatch(endpoints.removeUser.initiate(rolUseId)).unwrap(),
    done: words.deleted,
  });

  const inviteAgain = async ({ useId }: UserRow): Promise<void> => {
    try {
      await dispatch(endpoints.inviteAgain.initiate(useId)).unwrap();
      notices.success(words.invitedAgain);
    } catch (failure) {
      notices.showDialog(failure);
    }
  };

  return (
    <>
      <List
        title={words.title}
        heading="h2"
        search={words.search}
        actions={<Button label={words.create} icon="pi pi-plus" outlined onClick={() => setEdited('new')} />}
        columns={columns}
        rows={data}
        rowId={({ useId }) => useId}
        rowActions={[
          {
            icon: 'pi pi-send',
            label: (user) => words.inviteAgainOf(nameOf(user)),
            isOffered: ({ useGivenPasswordUntil }) => useGivenPasswordUntil !== null,
            act: { press: (user) => void inviteAgain(user) },
          },
          {
            icon: 'pi pi-history',
            label: (user) => TEXTS.logOf(nameOf(user)),
            act: { to: ({ useId }) => auditAddress({ person: String(useId) }) },
          },
          { icon: 'pi pi-pencil', label: (user) => words.editOf(nameOf(user)), act: { press: setEdited } },
          {
            icon: 'pi pi-trash',
            label: (user) => words.removeOf(nameOf(user)),
            isDanger: true,
            act: { press: removal.ask },
          },
        ]}
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      {edited !== null && (
        <UserDialog user={edited === 'new' ? null : edited} clubId={clubId} onClose={() => setEdited(null)} />
      )}
      {removal.question}
    </>
  );
};
