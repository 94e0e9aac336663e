/** GET /settings: where to find help. */
export interface Settings {
  /** The user manual: an address, or a path of this server. */
  helpUrl: string;
  /** Contact for more licences; empty if none is configured. */
  supportEmail: string;
}

/** GET /mapSettings: the source of imagery. Empty `tileUrl`: none. */
export interface MapSettings {
  /** Template with {z}, {x} and {y}, a path of this server. */
  tileUrl: string;
  /** Zoom up to which the imagery has detail of its own. */
  nativeZoom: number;
  /** Who made it; empty if nobody is named. */
  attribution: string;
}
