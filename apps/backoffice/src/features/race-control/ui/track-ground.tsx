import { lazy, Suspense, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import type { RacePoi } from '@flagpost/map-layers';
import { report } from '../../../shared/report.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { Fallback } from '../../../shared/ui/fallback.js';
import { useMapSettingsQuery } from '../api.js';
import { usePalette } from './palette.js';

const TrackMap = lazy(async () => ({ default: (await import('@flagpost/map-layers')).TrackMap }));
const NO_POIS: readonly RacePoi[] = [];

/**
 * A track on the ground, without a race. Fills its parent.
 *
 * `texts` and `pois` are never another object without a change: the map would draw anew.
 */
export const TrackGround = ({
  route,
  home,
  texts,
  pois = NO_POIS,
  loading,
}: Pick<ComponentProps<typeof TrackMap>, 'route' | 'home' | 'texts'> & {
  pois?: readonly RacePoi[];
  /** In place of the map until it is loaded. */
  loading: ReactNode;
}): ReactElement => {
  const { data: settings } = useMapSettingsQuery(null);
  const palette = usePalette();
  return (
    <Fallback text={TEXTS.map.failed}>
      <Suspense fallback={loading}>
        <TrackMap
          route={route}
          pois={pois}
          home={home}
          settings={settings ?? null}
          palette={palette}
          texts={texts}
          onFailure={report}
        />
      </Suspense>
    </Fallback>
  );
};
