import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@flagpost/platform';

/** Writes Nest's warnings and errors to the log; its messages about modules and routes are dropped. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: () => undefined,
  warn: (message: unknown) => logger.warn(String(message)),
  error: (message: unknown) => logger.error(String(message)),
});
