import { describe, expect, it } from '@jest/globals';
import { ALL_CATEGORIES_ID } from '@flagpost/contracts';
import { showsCategory, toggleCategory } from './categories.js';

const categories = [1, 2, 3];
const everything = [ALL_CATEGORIES_ID];

describe('the category filter', () => {
  it("'all' checks all, and again none", () => {
    expect(toggleCategory([2], ALL_CATEGORIES_ID, categories)).toEqual(everything);
    expect(toggleCategory(everything, ALL_CATEGORIES_ID, categories)).toEqual([]);
  });

  it("unchecking any category removes 'all'", () => {
    expect(toggleCategory(everything, 2, categories)).toEqual([1, 3]);
  });

  it("checking every category adds 'all'", () => {
    expect(toggleCategory([1], 3, categories)).toEqual([1, 3]);
    expect(toggleCategory([1, 3], 2, categories)).toEqual(everything);
  });
});

describe('a car', () => {
  it('shows with its category', () => {
    expect(showsCategory([1, 3], 3)).toBe(true);
    expect(showsCategory([1, 3], 2)).toBe(false);
  });

  it("without a category shows with 'all' alone", () => {
    expect(showsCategory([1, 2], null)).toBe(false);
    expect(showsCategory(everything, null)).toBe(true);
  });
});
