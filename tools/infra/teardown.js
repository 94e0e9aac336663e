/** Ends what the setup started. */
export default async () => {
  await globalThis.endInfra?.();
};
