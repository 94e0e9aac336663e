import { refuse } from '@flagpost/domain';

/** What a call reads, which may be gone since its right was checked. @throws {DomainError} notFound */
export const found = <T>(value: T | null | undefined): T => value ?? refuse('notFound');
