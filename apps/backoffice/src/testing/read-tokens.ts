/** The tokens of a theme by name, from the text of `tokens.css`. */
export const tokensOf = (tokens: string, theme: string): Map<string, string> => {
  const blocks = [...tokens.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter(
    ([, selector = '']) => /:root\s*$/.test(selector) || selector.includes(`'${theme}'`),
  );
  return new Map(
    blocks.flatMap(([, , body = '']) =>
      [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    ),
  );
};
