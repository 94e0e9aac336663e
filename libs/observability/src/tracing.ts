export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span in progress. */
export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** W3C trace context, to continue the trace elsewhere or later. */
  readonly traceparent: string;
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** W3C trace context to continue, if it is valid; otherwise the current span is the parent, or a new trace begins. */
  readonly traceparent?: string | undefined;
  readonly kind?: 'server' | 'internal';
}

/** The traces of a program; undefined if traces are off. */
export interface Tracing {
  /**
   * Runs the work in a span and ends the span with it. Spans created by the work are its children. A failure is
   * recorded and rethrown.
   */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
}
