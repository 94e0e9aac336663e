import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressed } from './tools/compressed.js';
import { preloadFont } from './tools/preload-font.js';
import { laraOnTokens } from './src/shared/theme/lara-theme.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** PrimeReact's sheet is rewritten as it is read, in development and in the build alike. */
const laraTheme = {
  name: 'lara-on-tokens',
  enforce: 'pre',
  transform(code, id) {
    return id.split('?')[0].endsWith('/themes/lara-light-purple/theme.css') ? laraOnTokens(code) : undefined;
  },
};

export default defineConfig({
  plugins: [laraTheme, react(), preloadFont(), compressed()],
  resolve: { conditions: ['@flagpost/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What a page starts with is one file: a dozen small ones cost who signs in several rounds to the server.
            { name: 'start', tags: ['$initial'] },
            // What draws cars, too: luma.gl asks for a part of itself when the map is there, which is one round more.
            { name: 'cars', test: /node_modules\/@(deck|luma|math|probe)\.gl\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/ingest': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
