/** The interface of the bench `client`'s page to the program that drives it. */
export interface Page {
  isReady: boolean;
  updates: number;
  readonly frames: number;
  /** Every car has a new place in every update, ten times a second. */
  start(): void;
}

declare global {
  interface Window {
    page: Page;
  }
}
