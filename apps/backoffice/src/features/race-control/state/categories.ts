import { ALL_CATEGORIES_ID } from '@flagpost/contracts';

/**
 * The category filter's three rules (specification 001 section 4.4): 'all' toggles all; unchecking any category
 * removes 'all'; checking every category adds 'all'. `checked` holds 'all' (999) alone, or the ids of categories.
 */
export const toggleCategory = (
  checked: readonly number[],
  toggled: number,
  categories: readonly number[],
): number[] => {
  const isAll = checked.includes(ALL_CATEGORIES_ID);
  if (toggled === ALL_CATEGORIES_ID) return isAll ? [] : [ALL_CATEGORIES_ID];
  const before = isAll ? categories : checked;
  if (before.includes(toggled)) return before.filter((id) => id !== toggled);
  const now = [...before, toggled];
  return categories.every((id) => now.includes(id)) ? [ALL_CATEGORIES_ID] : now;
};

/** Cars without a category show with 'all' alone. */
export const showsCategory = (checked: readonly number[], categoryId: number | null): boolean =>
  checked.includes(ALL_CATEGORIES_ID) || (categoryId !== null && checked.includes(categoryId));
