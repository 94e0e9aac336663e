import type { ReactElement, ReactNode } from 'react';

/** A term of a list of facts, and what is said of it. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }): ReactElement => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
