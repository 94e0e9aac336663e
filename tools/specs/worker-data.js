import { clearInterval, setInterval } from 'node:timers';

const ASKS = 'jest-light-runner-get-worker-data';
const ANSWERS = 'jest-light-runner-worker-data';
export const AGAIN_MS = 200;

/**
 * The runner of plain specs (jest-light-runner 0.8.2) answers, once, whoever waits when one of its processes asks for what it needs. On a
 * busy machine a process may get its answer before it asks, or none, and would wait for ever: here an answer is kept, and asked for
 * again until it has come.
 *
 * @param {NodeJS.Process} worker
 */
export const keepWorkerData = (worker) => {
  const emit = worker.emit;
  const send = worker.send;
  let answer;
  let timer;
  worker.emit = (name, ...values) => {
    if (name === 'message' && values[0]?.type === ANSWERS) {
      answer = values;
      clearInterval(timer);
    }
    return emit.call(worker, name, ...values);
  };
  worker.send = (message, ...rest) => {
    if (message !== ASKS) return send.call(worker, message, ...rest);
    if (answer !== undefined) {
      process.nextTick(() => emit.call(worker, 'message', ...answer));
      return true;
    }
    timer = setInterval(() => send.call(worker, ASKS), AGAIN_MS);
    return send.call(worker, ASKS, ...rest);
  };
};
