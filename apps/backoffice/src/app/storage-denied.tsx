import type { ReactElement } from 'react';
import { TEXTS } from '../shared/texts/common.js';
import './storage-denied.css';

/** In place of every screen, if the browser lets the page keep nothing. */
export const StorageDenied = (): ReactElement => (
  <main className="storage-denied">
    <h1>{TEXTS.product}</h1>
    <p role="alert">{TEXTS.storageDenied}</p>
  </main>
);
