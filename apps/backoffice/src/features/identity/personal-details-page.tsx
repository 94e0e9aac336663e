import { Button } from 'primereact/button';
import { Skeleton } from 'primereact/skeleton';
import { useRef, useState, type ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { UserRow } from '@flagpost/contracts';
import { Page } from '../../shared/ui/page.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { failureText, fieldFaults } from '../../shared/failures.js';
import { PATHS } from '../../shared/paths.js';
import { roleOf } from '../../shared/roles.js';
import { personChanged, selectSession } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/common.js';
import { Avatar } from '../../shared/ui/avatar.js';
import { Failure } from '../../shared/ui/failure.js';
import { useNotices } from '../../shared/ui/notices.js';
import { accountApi, useUserQuery } from './account-api.js';
import { DetailDialog, type Detail } from './detail-dialog.js';
import { PendingEmail } from './pending-email.js';
import { PushSwitch } from './push-switch.js';
import { SessionList } from './session-list.js';
import './personal-details.css';

const words = TEXTS.account;

/** The person's image; pressing it takes another one. */
const AvatarUpload = ({ user, name }: { user: UserRow; name: string }): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const { fileName } = await dispatch(
        accountApi.endpoints.uploadAvatar.initiate({ userId: user.useId, file }),
      ).unwrap();
      dispatch(personChanged({ avatar: fileName }));
      notices.success(words.done);
    } catch (error) {
      notices.warning(words.avatarFailed);
      notices.showText(fieldFaults(error)['file'] ?? failureText(error));
    }
  };
  return (
    <>
      <button
        type="button"
        className="details-avatar"
        title={words.changeAvatar}
        onClick={() => input.current?.click()}
      >
        <span className="visually-hidden">{words.changeAvatar}</span>
        <Avatar name={name} path={user.useAvatar} isLarge />
        <i className="pi pi-camera" aria-hidden="true" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          void upload(target.files?.[0]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </>
  );
};

const Rows = ({ user, onEdit }: { user: UserRow; onEdit: (detail: Detail) => void }): ReactElement => {
  const rows: [string, string, Detail][] = [
    [words.firstName, user.useName, 'name'],
    [words.lastName, user.useSurname, 'name'],
    [TEXTS.login.email, user.useEmail ?? TEXTS.unknown, 'email'],
    [TEXTS.login.password, words.hidden, 'password'],
  ];
  return (
    <dl className="details-rows">
      {rows.map(([label, value, detail]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span>{value}</span>
            <Button
              icon="pi pi-pencil"
              text
              severity="secondary"
              aria-label={words.editOf(label)}
              title={words.editOf(label)}
              onClick={() => onEdit(detail)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** /personaldetails: the user's own data, and how they sign in. */
export const PersonalDetailsPage = (): ReactElement => {
  const session = useAppSelector(selectSession);
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  const [edited, setEdited] = useState<Detail | null>(null);
  const { data: user, error, refetch } = useUserQuery(session?.user.id ?? 0, { skip: session === null });
  return (
    <Page title={words.title}>
      <div className="details">
        <div className="details-head">
          <Button
            icon="pi pi-arrow-left"
            label={TEXTS.back}
            text
            severity="secondary"
            onClick={() => void (isFirstPage ? navigate(PATHS.home) : navigate(-1))}
          />
          <h1>{words.title}</h1>
        </div>
        {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
        {user === undefined && error === undefined && (
          <div role="status">
            <span className="visually-hidden">{TEXTS.loading}</span>
            <Skeleton height="240px" borderRadius="8px" />
          </div>
        )}
        {user !== undefined && session !== null && (
          <>
            <div className="details-head">
              <AvatarUpload user={user} name={session.user.name} />
              <p>{roleOf(session.user.roles)}</p>
            </div>
            <Rows user={user} onEdit={setEdited} />
            <PendingEmail current={user.useEmail} />
            <PushSwitch />
            <SessionList />
          </>
        )}
      </div>
      {edited !== null && user !== undefined && (
        <DetailDialog detail={edited} user={user} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
};
