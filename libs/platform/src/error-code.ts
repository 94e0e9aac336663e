/** The code of an error of the system or of Node, such as ENOENT; empty if it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
