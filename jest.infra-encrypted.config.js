import infra from './jest.infra.config.js';

/** The infra suite over servers with TLS and accounts, but for images, whose programs run as a user who may not read the keys. */
export default {
  ...infra,
  displayName: 'infra, encrypted',
  roots: infra.roots.filter((root) => !root.endsWith('/tools')),
  globalSetup: '<rootDir>/tools/infra/setup-encrypted.js',
};
