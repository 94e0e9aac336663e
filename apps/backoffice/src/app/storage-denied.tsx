import type { ReactElement } from 'react';
import { TEXTS } from '../shared/texts/common.js';
import './storage-denied.css';

/** Replaces every screen if the browser denies storage to the page. */
export const StorageDenied = (): ReactElement => (
  <main className="storage-denied">
    <h1>{TEXTS.product}</h1>
    <p role="alert">{TEXTS.storageDenied}</p>
  </main>
);
