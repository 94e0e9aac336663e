/** An instant as the field of the browser has it, to the second and by this device's clock; empty for none. */
export const localOf = (iso: string | undefined): string => {
  const at = Date.parse(iso ?? '');
  if (Number.isNaN(at)) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
};

export const isoOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString());
