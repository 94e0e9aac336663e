import './shared/theme/base.css';
import './app/no-eval.js';
import '@fontsource-variable/inter/wght.css';
import './shared/theme/tokens.css';
import { DRIVE_PAGE, DRIVE_SECRET } from '@flagpost/contracts';
import { createRoot } from 'react-dom/client';
import { StorageDenied } from './app/storage-denied.js';
import { DrivePage } from './features/drive/drive-page.js';
import { IS_STORAGE_DENIED } from './shared/storage.js';
import { showTheme, systemTheme, themeOf } from './shared/theme/theme.js';

/** The page of a competitor, by itself: a phone loads nothing of the back-office. */

showTheme(IS_STORAGE_DENIED ? systemTheme() : themeOf('pages'));

const root = document.getElementById('root');
if (root === null) throw new Error('drive.html has no #root');

/** `/drive/{secret}` */
const secret = window.location.pathname.slice(DRIVE_PAGE.length + 1).replace(/\/$/, '');

if (DRIVE_SECRET.test(secret)) {
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = `${DRIVE_PAGE}/${secret}/app.webmanifest`;
  document.head.append(manifest);
}
// Not on plain http, where a browser has no service workers: the page needs the network then.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  navigator.serviceWorker.register('/drive-worker.js', { scope: `${DRIVE_PAGE}/` }).catch(() => undefined);

createRoot(root).render(IS_STORAGE_DENIED ? <StorageDenied /> : <DrivePage secret={secret} />);
