import { AUDIT_FILTERS, type AuditFilter } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';

/** The filters of the log as the address has them, so that a colleague can open the link. */
export type AuditFilters = Readonly<Partial<Record<AuditFilter, string>>>;

export const filtersIn = (params: URLSearchParams): AuditFilters =>
  Object.fromEntries(
    AUDIT_FILTERS.flatMap((name) => {
      const value = params.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value] as const];
    }),
  );

/** The address of the log with these filters. */
export const auditAddress = (filters: AuditFilters, before?: number): string => {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const value = filters[name] ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const query = new URLSearchParams([
    ...given,
    ...(before === undefined ? [] : [['before', String(before)]]),
  ]);
  return query.size === 0 ? PATHS.audit : `${PATHS.audit}?${query.toString()}`;
};
