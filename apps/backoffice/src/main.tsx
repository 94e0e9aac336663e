import './shared/theme/base.css';
import './app/no-eval.js';
import '@fontsource-variable/inter/wght.css';
import 'primeicons/primeicons.css';
import 'primereact/resources/themes/lara-light-purple/theme.css';
import './shared/theme/tokens.css';
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { fetchLiveMapCode } from './app/live-map-code.js';
import { Router } from './app/router.js';
import { createStore } from './app/store.js';
import { StorageDenied } from './app/storage-denied.js';
import { isLiveMap } from './shared/paths.js';
import { readSession } from './shared/session/cookies.js';
import { showTheme, systemTheme, themeOf } from './shared/theme/theme.js';
import { IS_STORAGE_DENIED } from './shared/storage.js';

showTheme(IS_STORAGE_DENIED ? systemTheme() : themeOf('pages'));

if (isLiveMap(window.location.pathname) && !IS_STORAGE_DENIED && readSession() !== null) fetchLiveMapCode();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const app = (): ReactElement => (
  <Provider store={createStore()}>
    <Router />
  </Provider>
);

createRoot(root).render(<StrictMode>{IS_STORAGE_DENIED ? <StorageDenied /> : app()}</StrictMode>);
