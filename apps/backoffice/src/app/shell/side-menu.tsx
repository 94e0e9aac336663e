import type { ReactElement } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { holds, mayEver, type Actor } from '@flagpost/contracts';
import { signOut } from '../../features/identity/sign-out.js';
import { isOfEvents, PATHS } from '../../shared/paths.js';
import { selectActor, selectSession } from '../../shared/session/slice.js';
import { useSettingsQuery } from '../../shared/settings.js';
import { TEXTS } from '../../shared/texts/common.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { leaveScreen } from '../../shared/ways-out.js';
import { Brand } from '../../shared/ui/brand.js';
import { ProfileBlock } from './profile-block.js';

interface Item {
  readonly to: string;
  readonly icon: string;
  readonly label: string;
}

/** The screens that the roles of a person open, in the specification's order. */
export const menuOf = (actor: Actor | null): Item[] => [
  ...(mayEver(actor, 'clubs.manage')
    ? [{ to: PATHS.institutions, icon: 'pi pi-building', label: TEXTS.menu.institutions }]
    : []),
  ...(actor !== null && actor.clubId !== null && holds(actor, 'planner')
    ? [{ to: PATHS.institution(actor.clubId), icon: 'pi pi-cog', label: TEXTS.menu.institution }]
    : []),
  ...(mayEver(actor, 'licences.manage')
    ? [{ to: PATHS.licensing, icon: 'pi pi-id-card', label: TEXTS.menu.licensing }]
    : []),
  ...(mayEver(actor, 'events.read')
    ? [{ to: PATHS.events, icon: 'pi pi-calendar', label: TEXTS.menu.events }]
    : []),
  ...(actor !== null && actor.clubId !== null && holds(actor, 'planner')
    ? [{ to: PATHS.categories(actor.clubId), icon: 'pi pi-tags', label: TEXTS.menu.categories }]
    : []),
  ...(mayEver(actor, 'audit.read')
    ? [{ to: PATHS.audit, icon: 'pi pi-history', label: TEXTS.menu.log }]
    : []),
];

/** The item whose screen leads to the one at this address. */
const foundUnder = (pathname: string): string | null => {
  if (pathname === PATHS.home || isOfEvents(pathname)) return PATHS.events;
  return pathname.startsWith(PATHS.institution('')) ? PATHS.institutions : null;
};

export const SideMenu = (): ReactElement => {
  const session = useAppSelector(selectSession);
  const actor = useAppSelector(selectActor);
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { data: settings } = useSettingsQuery(null);
  return (
    <nav id="side-menu" className="side-menu" aria-label={TEXTS.menu.label}>
      <Brand />
      {session !== null && <ProfileBlock session={session} />}
      <ul className="menu-items">
        {menuOf(actor).map(({ to, icon, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                isActive || to === foundUnder(pathname) ? 'menu-item active' : 'menu-item'
              }
            >
              <i className={icon} aria-hidden="true" />
              {label}
            </NavLink>
          </li>
        ))}
        <li>
          <button type="button" className="menu-item" onClick={() => leaveScreen(() => dispatch(signOut()))}>
            <i className="pi pi-sign-out" aria-hidden="true" />
            {TEXTS.menu.logout}
          </button>
        </li>
        {settings?.helpUrl !== undefined && (
          <li>
            <a className="menu-item" href={settings.helpUrl} target="_blank" rel="noreferrer">
              <i className="pi pi-question-circle" aria-hidden="true" />
              {TEXTS.menu.help}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
};
