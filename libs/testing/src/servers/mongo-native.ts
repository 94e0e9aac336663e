import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilReady } from './docker.js';
import { freePort } from './free-port.js';
import { made, run } from './made.js';
import { runOwn } from './own-process.js';
import type { RunningServer, Starter } from './server.js';

const SOURCE = fileURLToPath(new URL('../../../../tools/servers/mongo-wire/', import.meta.url));
const PROGRAM = 'mongo-wire';

/** Of FerretDB, as go.mod names it. */
const ferretVersion = async (): Promise<string> =>
  /FerretDB\/FerretDB v(\S+)/.exec(await readFile(join(SOURCE, 'go.mod'), 'utf8'))?.[1] ?? '';

/** Changes with the sources. */
const sourceKey = async (): Promise<string> => {
  const sources = await Promise.all(
    ['main.go', 'go.mod', 'go.sum'].map((file) => readFile(join(SOURCE, file))),
  );
  return createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 12);
};

/** FerretDB over SQLite files, in a folder and on a port of its own. */
export const nativeMongo =
  (ask: (address: string) => Promise<unknown>): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const version = await ferretVersion();
    const built = await made({
      needs: [['go', 'version']],
      name: `ferretdb-${version}-${await sourceKey()}`,
      make: (folder) => run('go', ['build', '-o', join(folder, PROGRAM), '.'], { cwd: SOURCE }),
      refusal: `Go could not build FerretDB ${version}`,
    });
    if ('why' in built) return built;
    const listensOn = `127.0.0.1:${await freePort()}`;
    const address = `mongodb://${listensOn}`;
    return runOwn({
      component: 'mongo',
      address,
      says: `FerretDB ${version} (MongoDB's protocol over SQLite), built by Go, on this machine`,
      launch: (folder) =>
        spawn(join(built.folder, PROGRAM), [listensOn, folder], { stdio: ['pipe', 'ignore', 'ignore'] }),
      serves: () => untilReady(() => ask(address)),
    });
  };
