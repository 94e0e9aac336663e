import { TestEnvironment as JSDOMEnvironment } from 'jest-environment-jsdom';
import { OF_NODE } from './web-standards.js';

/** A window for a file of screens that needs modules of its own. */
export default class BrowserLikeEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of OF_NODE) this.global[name] = globalThis[name];
  }
}
