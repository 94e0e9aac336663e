/**
 * Fetches all code of the live map at once. React asks for a page when the frame around it is there, and for the map when the
 * race is: over a slow link each of them would wait for the one before it.
 */
export const fetchLiveMapCode = (): void => {
  const parts = [
    import('./shell/shell.js'),
    import('./guard.js'),
    import('./race-state.js'),
    import('../features/race-control/live-map-page.js'),
    import('@flagpost/map-layers'),
  ];
  // Who shows a part asks for it again, and says so if it cannot be fetched.
  for (const part of parts) part.catch(() => undefined);
};
