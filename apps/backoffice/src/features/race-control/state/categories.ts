import { ALL_CATEGORIES_ID } from '@flagpost/contracts';

/**
 * The category filter's three rules (specification 001 section 4.4): 'all' toggles all; unchecking any category
 * removes 'all'; checking every category adds 'all'. `checked` holds ids, 999 among them when 'all' is on.
 */
export const toggleCategory = (
  checked: readonly number[],
  toggled: number,
  categories: readonly number[],
): number[] => {
  if (toggled === ALL_CATEGORIES_ID) {
    return checked.includes(ALL_CATEGORIES_ID) ? [] : [ALL_CATEGORIES_ID, ...categories];
  }
  if (checked.includes(toggled)) {
    return checked.filter((id) => id !== toggled && id !== ALL_CATEGORIES_ID);
  }
  const now = [...checked, toggled];
  return categories.every((id) => now.includes(id)) ? [ALL_CATEGORIES_ID, ...now] : now;
};

/** Cars without a category show with 'all' alone. */
export const showsCategory = (checked: readonly number[], categoryId: number | null): boolean =>
  checked.includes(ALL_CATEGORIES_ID) || (categoryId !== null && checked.includes(categoryId));
