/** GET /settings: where help is. */
export interface Settings {
  /** The user manual: an address, or a path of this server. */
  helpUrl: string;
  /** Who is asked for more licences; empty where nobody is named. */
  supportEmail: string;
}

/** GET /mapSettings: where imagery comes from. Empty `tileUrl`: none. */
export interface MapSettings {
  /** Template with {z}, {x} and {y}, a path of this server. */
  tileUrl: string;
  /** Zoom up to which the imagery has detail of its own. */
  nativeZoom: number;
  attribution: string;
}
