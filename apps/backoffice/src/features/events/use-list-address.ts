import { useSearchParams } from 'react-router-dom';
import { FIRST_QUESTION, PAGE_SIZES, type Question } from '../../shared/ui/list/filter-and-sort.js';

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;

/** Tab, search, order and page of a list, kept in the page's address so that going back restores them. */
export const useListAddress = <Tab extends string>(tabs: readonly [Tab, ...Tab[]]) => {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? tabs[0];
  const column = numberOf(params.get('sort'));
  const question: Question = {
    search: params.get('search') ?? FIRST_QUESTION.search,
    sorting: column === null ? null : { column, isDescending: params.has('down') },
    page: numberOf(params.get('page')) ?? FIRST_QUESTION.page,
    size: PAGE_SIZES.find((each) => String(each) === params.get('rows')) ?? FIRST_QUESTION.size,
  };
  const go = (nextTab: Tab, { search, sorting, page, size }: Question): void =>
    setParams(
      {
        ...(nextTab !== tabs[0] && { tab: nextTab }),
        ...(search !== '' && { search }),
        ...(sorting !== null && { sort: String(sorting.column), ...(sorting.isDescending && { down: '' }) }),
        ...(page > 0 && { page: String(page) }),
        ...(size !== FIRST_QUESTION.size && { rows: String(size) }),
      },
      { replace: true },
    );
  return {
    tab,
    question,
    chooseTab: (next: Tab): void => go(next, { ...FIRST_QUESTION, size: question.size }),
    ask: (next: Question): void => go(tab, next),
  };
};
