/** Ends the servers started by the setup. */
export default async () => {
  await globalThis.endInfra?.();
};
