import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@flagpost/platform';

/** Nest's own messages on our log, without its reports of each module and route. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: () => undefined,
  warn: (message: unknown) => logger.warn(String(message)),
  error: (message: unknown) => logger.error(String(message)),
});
