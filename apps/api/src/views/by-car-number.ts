/** Car numbers are texts: '7' before '12'. */
export const byCarNumber = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });
