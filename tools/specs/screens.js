import { cleanup, configure } from '@testing-library/react';
import { addEventHandler, getState } from 'jest-circus';
import { jest } from './jest-globals.js';

/** What each file of screens finds, though all files of a process share a window: an empty page of nobody, and the time of the machine. */

// As React's tools do for the file alone that loads them.
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
// Rendering may be slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

const { document, history, localStorage, sessionStorage } = globalThis;

const clear = () => {
  jest.useRealTimers();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=', 1)[0]}=; path=/; max-age=0`;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
};

const thenUnmount = (run) => async () => {
  try {
    return await run();
  } finally {
    cleanup();
  }
};

export default () => {
  let file;
  addEventHandler(({ name }, { currentDescribeBlock: { children } }) => {
    if (name !== 'add_test' && name !== 'add_hook') return;
    const { rootDescribeBlock } = getState();
    if (file !== rootDescribeBlock) clear();
    file = rootDescribeBlock;
    const added = name === 'add_test' ? children.at(-1) : undefined;
    if (added?.fn !== undefined) added.fn = thenUnmount(added.fn);
  });
};
