import type { ReactElement } from 'react';
import { initials } from '../format.js';
import './avatar.css';

/** The image of a person, else their initials; the name is shown beside it. */
export const Avatar = ({
  name,
  path,
  isLarge = false,
}: {
  name: string;
  path: string | null;
  isLarge?: boolean;
}): ReactElement => (
  <span className={isLarge ? 'avatar avatar-large' : 'avatar'} aria-hidden="true">
    {path === null ? initials(name) : <img src={`/api/${path}`} alt="" />}
  </span>
);
