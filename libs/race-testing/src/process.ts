import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const built = (path: string): string => fileURLToPath(new URL(`../../../apps/${path}`, import.meta.url));

/** Flagpost's programs, as built by `npm run build`. */
export const PROGRAMS = {
  standalone: built('standalone/dist/main.js'),
  api: built('api/dist/main.js'),
  ingest: built('telemetry-ingest/dist/main.js'),
  migrate: built('standalone/dist/main-migrate.js'),
  move: built('standalone/dist/main-move.js'),
  rebuild: built('standalone/dist/main-rebuild.js'),
  recompute: built('standalone/dist/main-recompute.js'),
  backup: built('standalone/dist/main-backup.js'),
  restore: built('standalone/dist/main-restore.js'),
  simulator: built('simulator/dist/main.js'),
} as const;

// Switches of the test runner must not reach child processes.
const { NODE_OPTIONS: _options, ...inherited } = process.env;

/** Output is kept up to this length. */
const KEPT = 200_000;

/** One of Flagpost's programs as a child process that a test can kill, suspend and restart. */
export interface Program {
  readonly name: string;
  readonly url: string;
  /** The output of all its runs, the newest part. */
  output(): string;
  running(): boolean;
  /** Of the present run. */
  pid(): number | undefined;
  /** Kills it (like a power failure), and waits until it has exited. */
  kill(): Promise<void>;
  /** Suspends it (SIGSTOP); `wake` resumes it. */
  sleep(): void;
  wake(): void;
  signal(name: NodeJS.Signals): void;
  /** Restarts it on the same port, optionally with additional settings; resolves when it is ready. */
  start(others?: Readonly<Record<string, string>>): Promise<void>;
  /** Shuts it down (SIGTERM) and waits. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly name: string;
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The line that each program prints when it is ready. */
const READY = /ready at (http:\/\/\S+)/;
const LATEST_STOP_MS = 20_000;

export const startProgram = async ({ name, file, environment }: ProgramOptions): Promise<Program> => {
  let child: ChildProcess;
  let printed = '';
  let url = '';

  const start = async (others: Readonly<Record<string, string>> = {}): Promise<void> => {
    const samePort = url === '' ? {} : { PORT: new URL(url).port };
    const running = spawn(process.execPath, [file], {
      env: { ...inherited, ...environment, ...samePort, ...others },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = running;
    let sinceStart = '';
    let isReady = false;
    url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        const text = chunk.toString();
        printed = (printed + text).slice(-KEPT);
        if (isReady) return;
        sinceStart += text;
        const address = READY.exec(sinceStart)?.[1];
        if (address === undefined) return;
        isReady = true;
        resolve(address);
      };
      running.stdout.on('data', read);
      running.stderr.on('data', read);
      running.once('exit', (code) =>
        reject(new Error(`${name} ended with ${code ?? 'a signal'}:\n${sinceStart}`)),
      );
    });
  };
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!running()) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    if (signal === 'SIGTERM') child.kill('SIGCONT');
    const late = setTimeout(() => child.kill('SIGKILL'), LATEST_STOP_MS);
    await gone;
    clearTimeout(late);
  };
  await start();
  return {
    name,
    get url() {
      return url;
    },
    output: () => printed,
    running,
    pid: () => child.pid,
    kill: () => end('SIGKILL'),
    sleep: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    signal: (name) => void child.kill(name),
    start,
    stop: () => end('SIGTERM'),
  };
};

/** A program that runs to its end. */
export interface Task {
  output(): string;
  readonly ended: Promise<{ code: number | null; output: string }>;
  /** Kills it if it is still running. */
  kill(): void;
}

export const runTask = (
  file: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Task => {
  const child = spawn(process.execPath, [file, ...args], { env: { ...inherited, ...environment } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { output: () => output, ended, kill: () => void child.kill('SIGKILL') };
};
