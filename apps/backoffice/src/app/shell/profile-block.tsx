import type { ReactElement } from 'react';
import { isRoleId, ROLE_DESCRIPTIONS } from '@flagpost/contracts';
import { initials } from '../../shared/format.js';
import type { Session } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts.js';

const roleOf = ({ user }: Session): string => {
  const id = user.roles[0]?.id;
  return id !== undefined && isRoleId(id) ? ROLE_DESCRIPTIONS[id] : '';
};

export const ProfileBlock = ({ session }: { session: Session }): ReactElement => (
  <div className="profile">
    <span className="profile-initials" aria-hidden="true">
      {initials(session.user.name)}
    </span>
    <div className="profile-words">
      <strong>{session.user.name}</strong>
      <span>{roleOf(session)}</span>
      <span>{session.club?.cluName ?? TEXTS.product}</span>
    </div>
  </div>
);
