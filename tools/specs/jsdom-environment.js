import { TestEnvironment as JSDOMEnvironment } from 'jest-environment-jsdom';

/** jsdom plus the web standards of Node that react-router and RTK Query expect and jsdom lacks. */
export default class BrowserLikeEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of [
      'TextEncoder',
      'TextDecoder',
      'fetch',
      'Request',
      'Response',
      'Headers',
      'ReadableStream',
      'WritableStream',
      'TransformStream',
      'TextDecoderStream',
      'AbortController',
      'AbortSignal',
      'structuredClone',
      'FormData',
      'Blob',
    ]) {
      this.global[name] = globalThis[name];
    }
    // MapLibre names the code of its worker by one as it is loaded, long before there is a map.
    this.global.URL.createObjectURL = (blob) => URL.createObjectURL(blob);
    this.global.URL.revokeObjectURL = (url) => URL.revokeObjectURL(url);
  }
}
