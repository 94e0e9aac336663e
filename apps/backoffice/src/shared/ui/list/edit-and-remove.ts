import { TEXTS } from '../../texts/tables.js';
import type { RowAction } from './list.js';

/** The two actions of most tables: a pencil, and a bin. */
export const editAndRemove = <Row>({
  nameOf,
  onEdit,
  onRemove,
  isOffered,
}: {
  readonly nameOf: (row: Row) => string;
  readonly onEdit: (row: Row) => void;
  readonly onRemove: (row: Row) => void;
  readonly isOffered?: (row: Row) => boolean;
}): readonly RowAction<Row>[] => {
  const offered = isOffered === undefined ? {} : { isOffered };
  return [
    {
      icon: 'pi pi-pencil',
      label: (row) => TEXTS.tables.editOf(nameOf(row)),
      act: { press: onEdit },
      ...offered,
    },
    {
      icon: 'pi pi-trash',
      label: (row) => TEXTS.tables.removeOf(nameOf(row)),
      isDanger: true,
      act: { press: onRemove },
      ...offered,
    },
  ];
};
