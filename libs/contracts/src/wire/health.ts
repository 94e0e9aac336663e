/** GET /health: `status` for everybody, the rest for administrators. `failing`: a part fails without which races do not run well. */
export interface HealthAnswer {
  status: 'ok' | 'failing';
  /** By part; `live` has `newestPositionAgeMs`. */
  parts?: Record<string, { ok: boolean; details?: Readonly<Record<string, unknown>> }>;
  /** By projection: how far it is behind, and number and digest (SHA-256) of the documents of each view. */
  projections?: Readonly<
    Record<
      string,
      {
        lagEvents: number;
        halted: string | null;
        views: Readonly<Record<string, { count: number; sha256: string }>>;
      }
    >
  >;
}
