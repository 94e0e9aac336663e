import { DRIVE_PAGE, DRIVE_SECRET } from '@flagpost/contracts';

const NAME = '/app.webmanifest';

/**
 * The web app manifest of a competitor's page, so that it starts at its own link once it is installed; null for any other
 * path. It follows from the path alone, and so tells nothing of whether the link opens anything.
 */
export const driveManifest = (path: string): string | null => {
  if (!path.startsWith(`${DRIVE_PAGE}/`) || !path.endsWith(NAME)) return null;
  const secret = path.slice(DRIVE_PAGE.length + 1, -NAME.length);
  if (!DRIVE_SECRET.test(secret)) return null;
  const start = `${DRIVE_PAGE}/${secret}`;
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/icons/${file}`,
    sizes,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: 'Flagpost',
    short_name: 'Flagpost',
    id: start,
    start_url: start,
    scope: start,
    display: 'standalone',
    background_color: '#0e1014',
    theme_color: '#0e1014',
    icons: [
      icon('flagpost-192.png', '192x192', 'any'),
      icon('flagpost-512.png', '512x512', 'any'),
      icon('flagpost-maskable-512.png', '512x512', 'maskable'),
    ],
  });
};
