import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');

/** The environment of the images, from the Dockerfile. */
export const IMAGE_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(?:"(.*?)"|(\S+))/g)].map(
    ([, name = '', quoted, plain = '']) => [name, quoted ?? plain],
  ),
);

/** The step of the Dockerfile that begins so, without clearing the cache of the user who runs this. */
const step = (begin: string): string => {
  const line = dockerfile.split('\n').find((each) => each.startsWith(`RUN ${begin}`));
  if (line === undefined) throw new Error(`The Dockerfile has no step that begins with ${begin}.`);
  return line.slice('RUN '.length).replace(/npm cache clean --force\s*&&/, '');
};

/** `nobody`, if this process may change its user. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Of npm's own variables those of the script that runs this must not reach another npm. */
const ours = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_)|^npm_config_(local_)?prefix$|^NODE_OPTIONS$/.test(name),
  ),
);

export interface Running {
  readonly output: () => string;
  /** Exit code and all that it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  /** Waits for a line that matches. @throws if the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
}

/** The content of one app's image, built without Docker: a folder that its user may read and not write. */
export interface Image {
  readonly folder: string;
  /** The volume: it belongs to the image's user. */
  readonly data: string;
  /** Runs a program of the image as its user, with the image's environment and these settings. */
  run(file: string, environment?: Readonly<Record<string, string>>, args?: readonly string[]): Running;
  remove(): void;
}

export const assemble = (app: string): Image => {
  const base = mkdtempSync(join(tmpdir(), `flagpost-image-${app}-`));
  const folder = join(base, 'flagpost');
  const data = join(base, 'data');
  const node = join(base, 'node');
  const environment = { ...ours, APP: app };
  const assembling = step('node tools/assemble.js').replace('/assembled', folder);
  execFileSync('sh', ['-c', assembling], { cwd: root, env: environment, stdio: 'pipe' });
  execFileSync('sh', ['-c', step('npm ci --omit=dev')], { cwd: folder, env: environment, stdio: 'pipe' });
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  mkdirSync(data, { mode: 0o700 });
  if (OTHER_USER.uid !== undefined) chownSync(data, OTHER_USER.uid, OTHER_USER.gid);
  chmodSync(base, 0o755);

  return {
    folder,
    data,
    run(file, settings = {}, args = []) {
      const inData = Object.fromEntries(
        Object.entries(IMAGE_ENVIRONMENT).map(([name, value]) => [name, value.replace(/^\/data/, data)]),
      );
      const child = spawn(node, [file, ...args], {
        cwd: folder,
        env: { PATH: '/usr/bin:/bin', ...inData, HOST: '127.0.0.1', PORT: '0', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...OTHER_USER,
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
      return {
        output: () => output,
        ended,
        signal: (name) => void child.kill(name),
        async printed(pattern) {
          for (;;) {
            const found = pattern.exec(output);
            if (found !== null) return found;
            if (child.exitCode !== null || child.signalCode !== null)
              throw new Error(`${app} ended:\n${output}`);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        },
      };
    },
    remove() {
      rmSync(base, { recursive: true, force: true });
    },
  };
};

/** Apps that have an image. */
export const APPS = ['standalone', 'api', 'telemetry-ingest', 'simulator'] as const;
