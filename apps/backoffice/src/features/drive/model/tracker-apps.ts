/**
 * The two apps that send positions in the background, each by an address that it takes its settings from.
 *
 * Traccar Client: a web address with its settings as a query, read from a code; the same settings behind its own scheme.
 * OwnTracks: its configuration as JSON in base64 behind its own scheme, as a link and as a code.
 */
export interface TrackerApp {
  readonly name: string;
  /** Opens the app on this phone. */
  readonly link: string;
  /** What a code for another phone contains. */
  readonly code: string;
}

export const TRACKER_APPS = { traccar: 'Traccar Client', owntracks: 'OwnTracks' } as const;

/** Every second, at the best accuracy, also while the car stands. */
const TRACCAR = {
  accuracy: 'highest',
  distance: '0',
  interval: '1',
  fastest_interval: '1',
  buffer: 'true',
  wakelock: 'true',
  stop_detection: 'false',
} as const;

export const trackerApps = (doors: string, token: string): readonly TrackerApp[] => {
  const traccar = `${doors}/ingest/osmand/${token}`;
  const settings = { id: 'car', ...TRACCAR };
  const owntracks = btoa(
    JSON.stringify({
      _type: 'configuration',
      // HTTP, and positions as often as the phone has them.
      mode: 3,
      monitoring: 2,
      url: `${doors}/ingest/owntracks/${token}`,
      locatorInterval: 1,
      locatorDisplacement: 0,
    }),
  );
  const config = `owntracks:///config?inline=${encodeURIComponent(owntracks)}`;
  return [
    {
      name: TRACKER_APPS.traccar,
      link: `org.traccar.client://config?${String(new URLSearchParams({ url: traccar, ...settings }))}`,
      code: `${traccar}?${String(new URLSearchParams(settings))}`,
    },
    { name: TRACKER_APPS.owntracks, link: config, code: config },
  ];
};
