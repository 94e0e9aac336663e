import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';
import { BANNED_EXTERNALS, FOR_SPECS, WEB_FOLDERS, apiFolders, arrowAllowed, rooms } from './tools/rooms.js';

const all = rooms();

/** Imports between rooms: down the arrows, and only what the room's package.json declares. */
const arrows = (room, specs) => {
  const closed = all.filter(
    (other) =>
      other.name !== room.name &&
      !(
        (arrowAllowed(room, other) || (specs && FOR_SPECS.includes(other.type))) &&
        room.declared.includes(other.name)
      ),
  );
  return {
    files: [`${room.folder}/src/**/*.{ts,tsx}`],
    ...(specs
      ? { files: [`${room.folder}/src/**/*.spec.{ts,tsx}`, `${room.folder}/src/testing/**/*.ts`] }
      : { ignores: ['**/*.spec.{ts,tsx}', '**/src/testing/**'] }),
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: closed.flatMap((other) => [other.name, `${other.name}/*`]),
              message: `${room.name} has no arrow to this room: see tools/rooms.js and its package.json.`,
            },
            { regex: '^(\\.\\./)+(libs|apps)/', message: 'Import a room by its name.' },
            ...(specs
              ? []
              : [
                  {
                    group: [...(BANNED_EXTERNALS[room.type] ?? []), ...(BANNED_EXTERNALS[room.scope] ?? [])],
                    message: `Not in a room of type ${room.type}, scope ${room.scope}.`,
                  },
                ]
            ).filter((pattern) => pattern.group.length > 0),
          ].filter((pattern) => pattern.regex !== undefined || pattern.group.length > 0),
        },
      ],
    },
  };
};

/** `no-restricted-imports` of a block, and more patterns: a later block replaces what an earlier one says. */
const withPatterns = (block, files, patterns) => {
  const [severity, { patterns: former }] = block.rules['no-restricted-imports'];
  return {
    ...block,
    files,
    rules: { 'no-restricted-imports': [severity, { patterns: [...former, ...patterns] }] },
  };
};

/** Imports between the folders of the api. */
const apiArrows = () => {
  const api = arrows(
    all.find((room) => room.name === '@flagpost/api'),
    false,
  );
  return apiFolders().map(({ folder, mayImport }) => {
    const open = mayImport.map((each) =>
      each.endsWith('.js') ? each.replace('.', '\\.') + '$' : `${each}/`,
    );
    return withPatterns(
      api,
      [`apps/api/src/${folder}/**/*.ts`],
      [
        {
          regex: `^(\\.\\./)+(?!(${open.join('|')})|\\.\\./)`,
          message: `apps/api/src/${folder} may not import this: see API_FOLDERS in tools/rooms.js.`,
        },
      ],
    );
  });
};

/** Imports between the three folders of the client: `app` imports `features`, both import `shared`. */
const clientArrows = () => {
  const client = arrows(
    all.find((room) => room.name === '@flagpost/backoffice'),
    false,
  );
  return Object.entries({ features: ['app'], shared: ['app', 'features'] }).map(([folder, above]) =>
    withPatterns(
      client,
      [`apps/backoffice/src/${folder}/**/*.{ts,tsx}`],
      [
        {
          regex: `^(\\.\\./)+(${above.join('|')})/`,
          message: `src/${folder} may not import this: put what both need into src/shared.`,
        },
      ],
    ),
  );
};

const serverFolders = all.filter((room) => room.scope !== 'web').map((room) => `${room.folder}/src/**/*.ts`);
const RANDOM = '/^(randomUUID|randomBytes|randomInt|getRandomValues)$/';
const time = 'Take a Clock, Scheduler or Ids from @flagpost/platform as a parameter.';
const SCROLL = '/^scroll(To|By|IntoView)?$/';
const colour = 'Colours live in the token file alone: use var(--…).';
const stray = 'Texts live in the catalogue.';
const scrolls =
  'Browsers answer a promise, which React calls as the cleanup of an effect or a ref: use braces.';
const whole = 'A screen imports its own part, shared/texts/….js: this is every text, for tests.';

export default ts.config(
  {
    ignores: [
      '**/dist/**',
      'node_modules/**',
      '.nx/**',
      'data/**',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json' } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/require-await': 'off',
      // A quarter of the time of lint, for what is not written here: enums, and classes in place of others.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-console': 'error',
    },
  },
  {
    files: WEB_FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`),
    languageOptions: { parserOptions: { project: './tsconfig.web.json' } },
  },
  ...all.flatMap((room) => [arrows(room, false), arrows(room, true)]),
  ...apiArrows(),
  ...clientArrows(),
  {
    files: serverFolders,
    ignores: [
      '**/*.spec.ts',
      '**/src/testing/**',
      '**/src/main*.ts',
      'libs/platform/src/system.ts',
      'libs/testing/**',
      'libs/race-testing/**',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval'].map((name) => ({ name, message: time })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: time },
        { object: 'Math', property: 'random', message: time },
        { object: 'performance', property: 'now', message: time },
        { object: 'crypto', property: 'randomUUID', message: time },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: time },
        { selector: "CallExpression[callee.name='Date']", message: time },
        { selector: `ImportSpecifier[imported.name=${RANDOM}]`, message: time },
        { selector: `MemberExpression[property.name=${RANDOM}]`, message: time },
        { selector: 'MemberExpression[property.name=/^(hrtime|setTimeout|setInterval)$/]', message: time },
        { selector: 'ImportSpecifier[imported.name=/^(setTimeout|setInterval)$/]', message: time },
        { selector: "ImportDeclaration[source.value='@flagpost/platform/system']", message: time },
      ],
    },
  },
  {
    files: ['apps/backoffice/src/**/*.{ts,tsx}', 'libs/map-layers/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        { selector: 'Literal[value=/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i]', message: colour },
        { selector: 'Literal[value=/\\b(rgb|hsl)a?\\(/i]', message: colour },
        { selector: 'JSXText[value=/\\p{L}{2,}/u]', message: stray },
        {
          selector:
            'JSXAttribute[name.name=/^(title|label|placeholder|aria-label|alt|header|emptyMessage|tooltip)$/] > Literal[value=/\\p{L}{2,}/u]',
          message: stray,
        },
        { selector: 'ImportDeclaration[source.value=/(^|\\u002F)texts\\.js$/]', message: whole },
        ...['CallExpression.body', 'ChainExpression.body > CallExpression'].map((body) => ({
          selector: `ArrowFunctionExpression > ${body}[callee.property.name=${SCROLL}]`,
          message: scrolls,
        })),
      ],
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', 'e2e/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: [
      'tools/**',
      'bench/**',
      'e2e/**',
      'apps/*/src/main*.ts',
      'apps/simulator/src/**',
      'libs/race-testing/src/*/main.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        globalThis: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
