import './app/theme/base.css';
import './app/no-eval.js';
import '@fontsource-variable/inter/wght.css';
import 'primeicons/primeicons.css';
import 'primereact/resources/themes/lara-light-purple/theme.css';
import './app/theme/tokens.css';
import { PrimeReactProvider } from 'primereact/api';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { Router } from './app/router.js';
import { createStore } from './app/store.js';
import { showTheme, themeOf } from './app/theme/theme.js';

showTheme(themeOf('pages'));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Provider store={createStore()}>
      <PrimeReactProvider>
        <Router />
      </PrimeReactProvider>
    </Provider>
  </StrictMode>,
);
