import { engine } from './engine.ts';

/** `npm run bench [name] [-- --smoke]`: one bench, or all of them. */
const BENCHES: Readonly<Record<string, (smoke: boolean) => void>> = { engine };

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = names.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) run(process.argv.includes('--smoke'));
}
