import type { ReactElement } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { mayEver } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { selectActor, selectSession, sessionEnded } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts.js';
import { useAppDispatch, useAppSelector } from '../store.js';
import { Brand } from './brand.js';
import { ProfileBlock } from './profile-block.js';

export const SideMenu = (): ReactElement => {
  const session = useAppSelector(selectSession);
  const actor = useAppSelector(selectActor);
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  return (
    <nav id="side-menu" className="side-menu" aria-label={TEXTS.menu.label}>
      <Brand />
      {session !== null && <ProfileBlock session={session} />}
      <ul className="menu-items">
        {mayEver(actor, 'events.read') && (
          <li>
            <NavLink to={PATHS.events} className={pathname === PATHS.home ? 'menu-item active' : 'menu-item'}>
              <i className="pi pi-calendar" aria-hidden="true" />
              {TEXTS.menu.events}
            </NavLink>
          </li>
        )}
        <li>
          <button type="button" className="menu-item" onClick={() => dispatch(sessionEnded())}>
            <i className="pi pi-sign-out" aria-hidden="true" />
            {TEXTS.menu.logout}
          </button>
        </li>
      </ul>
    </nav>
  );
};
