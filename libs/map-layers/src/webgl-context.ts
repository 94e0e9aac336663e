/** Gives a context back at once. Without this it lives until its canvas is collected, and a browser allows few. */
export const releaseContext = (canvas: HTMLCanvasElement): void =>
  canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
