const ROUND = [5, 3, 2, 1] as const;

/** The longest round distance that a bar of at most `mostPx` shows, as text, and the length of that bar in pixels. */
export const scaleBar = (metresPerPx: number, mostPx: number): { text: string; widthPx: number } => {
  const mostM = metresPerPx * mostPx;
  const power = 10 ** Math.floor(Math.log10(mostM));
  const metres = power * (ROUND.find((step) => step * power <= mostM) ?? 1);
  return {
    text: metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`,
    widthPx: metres / metresPerPx,
  };
};
