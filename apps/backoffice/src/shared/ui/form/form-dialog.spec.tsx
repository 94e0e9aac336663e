import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { z } from 'zod';
import { asksBeforeUnload } from '../../../testing/office.js';
import { TEXTS } from '../../texts/common.js';
import { NoticesProvider } from '../notices.js';
import { FormDialog } from './form-dialog.js';

afterEach(cleanup);

const schema = z.object({
  First: z.string().trim().min(1, 'First is required.').max(5),
  Email: z.email({ error: 'Email is required.' }),
});
type Values = z.infer<typeof schema>;

const show = (onSubmit: (values: Values) => Promise<unknown>, inSteps = false) => {
  const ends: string[] = [];
  const dialog = (
    <NoticesProvider>
      <Link to="/other">{'Other'}</Link>
      <FormDialog
        title="Person"
        schema={schema}
        start={{ First: '', Email: '' }}
        sections={[
          { title: 'Step 1 of 2', fields: [{ name: 'First', label: 'First', max: 5 }] },
          { title: 'Step 2 of 2', fields: [{ name: 'Email', label: 'Email', kind: 'email' }] },
        ]}
        inSteps={inSteps}
        onSubmit={onSubmit}
        onDone={() => ends.push('done')}
        onCancel={() => ends.push('cancelled')}
      />
    </NoticesProvider>
  );
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={dialog} />
        <Route path="/other" element={<h1>{'Other page'}</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  return { user: userEvent.setup(), ends };
};
const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const rejected = (status: number, data: object): Promise<never> =>
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what RTK Query rejects with
  Promise.reject({ status, data: { statusCode: status, ...data } });

it('sends by Enter what the schema makes of it, once every rule is kept', async () => {
  const sent: Values[] = [];
  const { user, ends } = show(async (values) => sent.push(values));
  await user.type(field('First'), ' Ada {Enter}');
  expect(await screen.findByText('Email is required.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(field('Email'), 'ada@club.demo{Enter}');
  await waitFor(() => expect(ends).toEqual(['done']));
  expect(sent).toEqual([{ First: 'Ada', Email: 'ada@club.demo' }]);
});

it('names a limit that was not kept, in a sentence that differs from that of an empty field', async () => {
  const { user } = show(async () => undefined);
  fireEvent.change(field('First'), { target: { value: 'Augusta' } });
  await user.type(field('Email'), 'ada@club.demo{Enter}');
  expect(await screen.findByText('It cannot have more than 5 characters.')).toBeTruthy();
});

it('blocks submit until every required input is filled, and says what they need when it is pressed', async () => {
  const sent: Values[] = [];
  const { user } = show(async (values) => sent.push(values));
  const submit = screen.getByRole('button', { name: TEXTS.form.save });
  const isBlocked = (): boolean => submit.getAttribute('aria-disabled') === 'true';
  await user.type(field('First'), 'Ada');
  expect(isBlocked()).toBe(true);
  await user.click(submit);
  expect(await screen.findByText('Email is required.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(field('Email'), 'ada');
  expect(isBlocked()).toBe(false);
  await user.clear(field('First'));
  await user.type(field('First'), ' ');
  expect(isBlocked()).toBe(true);
});

it('puts what the server says of a field at that field, and keeps what was typed', async () => {
  const { user, ends } = show(() => rejected(400, { fields: { Email: 'Taken.' } }));
  await user.type(field('First'), 'Ada');
  await user.type(field('Email'), 'ada@club.demo{Enter}');
  expect(await screen.findByText('Taken.')).toBeTruthy();
  expect([field('Email').value, field('Email').getAttribute('aria-invalid')]).toEqual([
    'ada@club.demo',
    'true',
  ]);
  expect(document.activeElement).toBe(field('Email'));
  expect(ends).toEqual([]);
});

it.each([
  [418, { message: 'The institution is full.' }, 'The institution is full.'],
  [500, {}, TEXTS.unexpected],
])('tells a %d in the dialog of failures, over what was typed', async (status, data, text) => {
  const { user } = show(() => rejected(status, data));
  await user.type(field('First'), 'Ada');
  await user.type(field('Email'), 'ada@club.demo{Enter}');
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText(TEXTS.attention)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.ok }));
  expect(field('First').value).toBe('Ada');
});

it('asks before it leaves with what was typed, and not otherwise', async () => {
  const { user, ends } = show(() => Promise.resolve());
  await user.click(screen.getByRole('button', { name: TEXTS.cancel }));
  expect(ends).toEqual(['cancelled']);
  await user.type(field('First'), 'Ada');
  await user.click(screen.getByRole('button', { name: TEXTS.cancel }));
  await user.click(await screen.findByRole('button', { name: TEXTS.form.stay }));
  expect([ends, field('First').value]).toEqual([['cancelled'], 'Ada']);
  await user.click(screen.getByRole('button', { name: TEXTS.cancel }));
  await user.click(await screen.findByRole('button', { name: TEXTS.form.leave }));
  expect(ends).toEqual(['cancelled', 'cancelled']);
});

it('asks before another screen is opened over what was typed', async () => {
  const { user, ends } = show(() => Promise.resolve());
  await user.type(field('First'), 'Ada');
  expect(asksBeforeUnload()).toBe(true);
  await user.click(screen.getByText('Other'));
  await user.click(await screen.findByRole('button', { name: TEXTS.form.stay }));
  expect([ends, field('First').value]).toEqual([[], 'Ada']);
  await user.click(screen.getByText('Other'));
  await user.click(await screen.findByRole('button', { name: TEXTS.form.leave }));
  expect(await screen.findByText('Other page')).toBeTruthy();
  expect([ends, asksBeforeUnload()]).toEqual([['cancelled'], false]);
});

it('goes through its steps, each of which must be right, and back to where the server found a fault', async () => {
  const { user } = show(() => rejected(400, { fields: { First: 'Not this name.' } }), true);
  await user.click(screen.getByRole('button', { name: TEXTS.form.next }));
  expect(await screen.findByText('First is required.')).toBeTruthy();
  await user.type(field('First'), 'A');
  await waitFor(() => expect(screen.queryByText('First is required.')).toBeNull());
  await user.type(field('First'), 'da{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(field('Email')));
  await user.type(field('Email'), 'ada@club.demo');
  await user.click(screen.getByRole('button', { name: TEXTS.form.previous }));
  expect(field('First').value).toBe('Ada');
  await user.click(screen.getByRole('button', { name: TEXTS.form.next }));
  await user.click(await screen.findByRole('button', { name: TEXTS.form.finish }));
  expect(await screen.findByText('Not this name.')).toBeTruthy();
  expect(field('First').value).toBe('Ada');
});
