import type { ReactElement } from 'react';
import { NavLink } from 'react-router-dom';
import { PATHS } from '../../shared/paths.js';
import { roleOf } from '../../shared/roles.js';
import type { Session } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/common.js';
import { Avatar } from '../../shared/ui/avatar.js';

/** The signed-in user, with a link to their personal details. */
export const ProfileBlock = ({ session }: { session: Session }): ReactElement => (
  <NavLink to={PATHS.personalDetails} className="profile">
    <Avatar name={session.user.name} path={session.user.avatar} />
    <span className="profile-words">
      <strong>{session.user.name}</strong>
      <span>{roleOf(session.user.roles)}</span>
      <span>{session.club?.cluName ?? TEXTS.product}</span>
    </span>
  </NavLink>
);
