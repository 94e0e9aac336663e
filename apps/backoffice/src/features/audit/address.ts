import { AS_IT_WAS, AUDIT_FILTERS, type AsItWasWhat, type AuditFilter } from '@flagpost/contracts';
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

/** What is asked for, as the address has it; null for what it does not say. */
export interface AsItWasChoice {
  readonly race: number | null;
  readonly what: AsItWasWhat;
  /** ISO 8601. */
  readonly instant: string | null;
}

export const choiceIn = (params: URLSearchParams): AsItWasChoice => {
  const race = Number(params.get('race'));
  const at = Date.parse(params.get('instant') ?? '');
  return {
    race: Number.isSafeInteger(race) && race > 0 ? race : null,
    what: AS_IT_WAS.find((each) => each === params.get('what')) ?? 'competitors',
    instant: Number.isNaN(at) ? null : new Date(at).toISOString(),
  };
};

export const asItWasAddress = ({ race, what, instant }: Partial<AsItWasChoice>): string => {
  const query = new URLSearchParams([
    ...(race == null ? [] : [['race', String(race)]]),
    ...(what === undefined ? [] : [['what', what]]),
    ...(instant == null ? [] : [['instant', instant]]),
  ]);
  return query.size === 0 ? PATHS.asItWas : `${PATHS.asItWas}?${query.toString()}`;
};
