import type { Type } from '@nestjs/common';

/** The bounded contexts, one module each. A new one is a line here. */
export const contexts: readonly Type[] = [];
