import { refuse } from '@flagpost/domain';

/** Asserts that a resource still exists after its permission was checked. @throws {DomainError} notFound */
export const found = <T>(value: T | null | undefined): T => value ?? refuse('notFound');
