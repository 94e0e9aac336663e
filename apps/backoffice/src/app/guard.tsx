import type { ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import { mayEver, type Action } from '@flagpost/contracts';
import { selectActor } from '../shared/session/slice.js';
import { Forbidden } from './shell/not-found.js';
import { useAppSelector } from '../shared/store.js';

/** Screens that a role of the person must open; the server decides on every call again. */
export const Guard = ({ action }: { action: Action }): ReactElement =>
  mayEver(useAppSelector(selectActor), action) ? <Outlet /> : <Forbidden />;
