/** A folder of the recordings that lie beside the checkout, for specs that are skipped where it is missing. */
export const sharedData = (folder: string): URL =>
  new URL(`../../../../../shared/data/${folder}/`, import.meta.url);
