import { z } from 'zod';

/** WGS84, degrees. */
export const latLng = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });
export type LatLng = z.infer<typeof latLng>;

export const mapPosition = latLng.extend({ zoom: z.number().min(0).max(24) });
export type MapPosition = z.infer<typeof mapPosition>;
