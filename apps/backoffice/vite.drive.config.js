import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressed } from './tools/compressed.js';
import { driveFiles } from './tools/drive-files.js';
import { preloadFont } from './tools/preload-font.js';

/**
 * The driver's page and its service worker, and the worker of push messages: bundles of their own beside the back-office, built
 * after it into the same folder.
 */
export default defineConfig({
  plugins: [react(), preloadFont(), driveFiles(), compressed()],
  resolve: { conditions: ['@flagpost/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: {
        drive: 'drive.html',
        'drive-worker': 'src/drive-worker.ts',
        'push-worker': 'src/push-worker.ts',
      },
      output: {
        entryFileNames: ({ name }) => (name.endsWith('-worker') ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
