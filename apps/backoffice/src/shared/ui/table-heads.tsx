import type { ReactElement } from 'react';

/** The heads of a plain table's columns. */
export const TableHeads = ({ heads }: { heads: readonly string[] }): ReactElement => (
  <thead>
    <tr>
      {heads.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
    </tr>
  </thead>
);
