/** Longer numbers end with an ellipsis. */
const MOST_CHARACTERS = 8;
const ELLIPSIS = '…';
/** Characters of one field; further ones are drawn as a question mark. Index 0 is blank. */
const MOST_GLYPHS = 63;
const OTHER = '?';
/** Bits of one glyph in a column, and glyphs in one float, which holds whole numbers of 24 bits. */
const GLYPH_BITS = 6;
const GLYPHS_PER_FLOAT = 4;

/** The car numbers of a field, ready to be drawn within marks. */
export interface CarNumbers {
  /** Glyph `k + 1` is the character at `k`. */
  readonly alphabet: readonly string[];
  /** Two floats for each car: its glyphs, four in each, the first one in the lowest bits. */
  readonly glyphs: Float32Array;
  /** Characters that are drawn. */
  readonly lengths: Uint8Array;
  /** How many numbers have so many characters, by that. */
  readonly ofLength: readonly number[];
}

/** The characters of a number as it is drawn. */
const shownCharacters = (carNumber: string): string[] => {
  const characters = Array.from(carNumber.trim());
  return characters.length <= MOST_CHARACTERS
    ? characters
    : [...characters.slice(0, MOST_CHARACTERS - 1), ELLIPSIS];
};

const encode = (carNumbers: readonly string[]): CarNumbers => {
  const alphabet: string[] = [OTHER];
  const glyphOf = new Map([[OTHER, 1]]);
  const glyph = (character: string): number => {
    const known = glyphOf.get(character);
    if (known !== undefined) return known;
    if (alphabet.length >= MOST_GLYPHS) return 1;
    alphabet.push(character);
    glyphOf.set(character, alphabet.length);
    return alphabet.length;
  };
  const glyphs = new Float32Array(carNumbers.length * 2);
  const lengths = new Uint8Array(carNumbers.length);
  const ofLength = Array.from({ length: MOST_CHARACTERS + 1 }, () => 0);
  carNumbers.forEach((carNumber, i) => {
    const characters = shownCharacters(carNumber);
    lengths[i] = characters.length;
    ofLength[characters.length] = (ofLength[characters.length] ?? 0) + 1;
    characters.forEach((character, k) => {
      const at = i * 2 + Math.floor(k / GLYPHS_PER_FLOAT);
      glyphs[at] = (glyphs[at] ?? 0) + glyph(character) * 2 ** (GLYPH_BITS * (k % GLYPHS_PER_FLOAT));
    });
  });
  return { alphabet, glyphs, lengths, ofLength };
};

/** The glyphs of a number, from its two floats. */
export const shownGlyphs = (...floats: readonly number[]): number[] => {
  const glyphs: number[] = [];
  for (const float of floats)
    for (let rest = float; rest > 0; rest = Math.floor(rest / 2 ** GLYPH_BITS))
      glyphs.push(rest % 2 ** GLYPH_BITS);
  return glyphs;
};

const encoded = new WeakMap<readonly string[], CarNumbers>();

/** Encoded once for each array: a field has another one when its cars change. */
export const numbersOfField = (carNumbers: readonly string[]): CarNumbers => {
  const known = encoded.get(carNumbers);
  if (known !== undefined) return known;
  const numbers = encode(carNumbers);
  encoded.set(carNumbers, numbers);
  return numbers;
};
