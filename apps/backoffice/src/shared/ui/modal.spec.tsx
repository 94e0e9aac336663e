import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Modal } from './modal.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const wait = (ms: number): void => act(() => jest.advanceTimersByTime(ms));
const Dialogs = ({ hasTwo = false }: { hasTwo?: boolean }): ReactElement => (
  <>
    <Modal header="Under" onHide={() => undefined}>
      <button type="button">Save</button>
    </Modal>
    {hasTwo && (
      <Modal header="Above" onHide={() => undefined}>
        <button type="button" data-pc-autofocus="true">
          Ok
        </button>
      </Modal>
    )}
  </>
);

it('has the focus at its closing button where nothing else is marked', () => {
  render(<Dialogs />);
  expect(document.activeElement?.className).toContain('p-dialog-header-close');
});

it('leaves the focus to one that opens above it before it has slid in', () => {
  const { rerender } = render(<Dialogs />);
  wait(50);
  rerender(<Dialogs hasTwo />);
  wait(1_000);
  expect(document.activeElement).toBe(screen.getByText('Ok'));
});

const Page = ({ shows }: { shows: 'nothing' | 'waiting' | 'form' }): ReactElement => (
  <>
    <button type="button">Edit</button>
    {shows === 'waiting' && <Modal key="waiting" header="Edit" onHide={() => undefined} />}
    {shows === 'form' && <Modal key="form" header="Edit" onHide={() => undefined} />}
  </>
);

it('gives the focus back to what opened it, also if it took the place of one that waited', () => {
  const { rerender } = render(<Page shows="nothing" />);
  screen.getByText('Edit', { selector: 'button' }).focus();
  for (const shows of ['waiting', 'form'] as const) {
    rerender(<Page shows={shows} />);
    wait(1_000);
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  }
  rerender(<Page shows="nothing" />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
});
