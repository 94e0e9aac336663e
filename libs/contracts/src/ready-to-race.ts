/** What still keeps an event from starting. One pure function, for the api and for every screen. */

/** What authorising a competitor needs. */
export const NEEDED_TO_AUTHORIZE = ['category', 'carNumber', 'brand', 'model'] as const;
export type NeededToAuthorize = (typeof NEEDED_TO_AUTHORIZE)[number];

/** What of it a competitor lacks. Nothing: it can be authorised. */
export const lackingToAuthorize = ({
  categoryId,
  ...texts
}: {
  readonly categoryId: number | null;
  readonly carNumber: string | null;
  readonly brand: string | null;
  readonly model: string | null;
}): NeededToAuthorize[] =>
  NEEDED_TO_AUTHORIZE.filter((each) => (each === 'category' ? categoryId === null : !texts[each]));
