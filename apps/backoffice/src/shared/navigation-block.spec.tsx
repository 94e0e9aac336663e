import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { useNavigationBlock } from './navigation-block.js';

afterEach(cleanup);

const Unsaved = ({ name }: { name: string }) => {
  const block = useNavigationBlock(true);
  return block.isAsked ? (
    <button type="button" onClick={block.leave}>
      {`Leave ${name}`}
    </button>
  ) : null;
};

it('asks about a form over a screen first, then about the screen, and about nothing once both are left', async () => {
  const user = userEvent.setup();
  const screenWithForm = (
    <>
      <Link to="/other">{'Other'}</Link>
      <Unsaved name="screen" />
      <Unsaved name="form" />
    </>
  );
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={screenWithForm} />
        <Route path="/other" element={<Link to="/third">{'Third'}</Link>} />
        <Route path="/third" element={<h1>{'Third page'}</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  await user.click(screen.getByText('Other'));
  expect(screen.queryByText('Leave screen')).toBeNull();
  await user.click(screen.getByText('Leave form'));
  await user.click(screen.getByText('Leave screen'));
  await user.click(await screen.findByText('Third'));
  expect(await screen.findByText('Third page')).toBeTruthy();
});
