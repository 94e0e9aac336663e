import type { ReactElement } from 'react';
import { TableHeads } from './table-heads.js';

/** A table on paper: all of its rows, with nothing to press. */
export const PrintedTable = ({
  heads,
  rows,
}: {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}): ReactElement => (
  <table>
    <TableHeads heads={heads} />
    <tbody>
      {rows.map((cells, row) => (
        <tr key={row}>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
