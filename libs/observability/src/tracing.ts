export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span under way. */
export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** W3C trace context that names it to who goes on elsewhere or later. */
  readonly traceparent: string;
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** W3C trace context to go on from, where it is one; else the span under way, or a trace of its own. */
  readonly traceparent?: string | undefined;
  readonly kind?: 'server' | 'internal';
}

/** The traces of what a program does. Where there are none nobody has one of these. */
export interface Tracing {
  /** Does the work in a span, which ends with it; spans of the work itself lie below it. A failure is noted and passed on. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
}
