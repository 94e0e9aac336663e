import type { ReactElement } from 'react';
import { TEXTS } from '../texts/common.js';
import './brand.css';

export const Brand = (): ReactElement => (
  <span className="brand">
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path className="brand-pole" d="M9 6v21" />
      <path className="brand-cloth" d="M11 7.5h13L20.5 12l3.500 4.500H11z" />
    </svg>
    {TEXTS.product}
  </span>
);
