import { Button } from 'primereact/button';
import { useId, type ReactElement } from 'react';
import { TEXTS } from '../../texts/common.js';
import { PAGE_SIZES } from './filter-and-sort.js';

/** The position in the list, and buttons to other pages. */
export const Pager = ({
  page,
  pages,
  size,
  footer,
  onPage,
  onSize,
}: {
  page: number;
  pages: number;
  size: number;
  footer: string;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}): ReactElement => {
  const select = useId();
  const step = (icon: string, label: string, to: number, isOff: boolean): ReactElement => (
    <Button
      icon={`pi ${icon}`}
      text
      severity="secondary"
      aria-label={label}
      disabled={isOff}
      onClick={() => onPage(to)}
    />
  );
  return (
    <div className="list-foot">
      <p role="status">{footer}</p>
      <div className="list-pages">
        {step('pi-angle-double-left', TEXTS.list.first, 0, page === 0)}
        {step('pi-angle-left', TEXTS.list.previous, page - 1, page === 0)}
        <span>{TEXTS.list.page(page + 1, pages)}</span>
        {step('pi-angle-right', TEXTS.list.next, page + 1, page === pages - 1)}
        {step('pi-angle-double-right', TEXTS.list.last, pages - 1, page === pages - 1)}
      </div>
      <div className="list-size">
        <label htmlFor={select}>{TEXTS.list.perPage}</label>
        <select id={select} value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {PAGE_SIZES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
    </div>
  );
};
