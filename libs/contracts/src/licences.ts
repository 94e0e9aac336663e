/** Licences that may be given at once. */
export const LICENCES_MAX = 1_000_000;
