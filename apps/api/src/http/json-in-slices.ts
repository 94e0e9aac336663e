import { Readable } from 'node:stream';
import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { pause } from '@flagpost/platform';

/** Elements of a list that are written between two pauses. */
const SLICE = 500;

/** A part that is JSON already. It is sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFlat = (value: unknown): boolean =>
  !isObject(value) || !(value instanceof JsonText || Object.values(value).some(isObject));

/** The JSON text of plain data in pieces. */
function* pieces(value: unknown): Generator<string> {
  if (value instanceof JsonText) {
    yield value.text;
  } else if (Array.isArray(value)) {
    yield '[';
    for (let from = 0; from < value.length; from += SLICE) {
      const slice: readonly unknown[] = value.slice(from, from + SLICE);
      if (from > 0) yield ',';
      if (slice.every(isFlat)) yield JSON.stringify(slice).slice(1, -1);
      else
        for (const [index, each] of slice.entries()) {
          if (index > 0) yield ',';
          yield* pieces(each);
        }
    }
    yield ']';
  } else if (isFlat(value)) {
    yield value === undefined ? 'null' : JSON.stringify(value);
  } else {
    let before = '{';
    for (const [key, each] of Object.entries(value as object)) {
      if (each === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* pieces(each);
      before = ',';
    }
    yield '}';
  }
}

/** Letters that are sent together. */
const SENT = 32 * 1024;

/** The same text as `JSON.stringify`, made in slices with pauses between. Of plain data (objects, lists, texts, numbers) and `JsonText`. */
export async function* jsonInSlices(
  value: unknown,
  between: () => Promise<void> = pause,
): AsyncGenerator<string> {
  let ready = '';
  for (const piece of pieces(value)) {
    ready += piece;
    if (ready.length < SENT) continue;
    yield ready;
    ready = '';
    await between();
  }
  yield ready;
}

/** Sends an answer of several hundred kilobytes in slices, so that others are answered meanwhile. */
export class JsonInSlices implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<StreamableFile> {
    return (next.handle() as Observable<unknown>).pipe(
      map(
        (answer) =>
          new StreamableFile(Readable.from(jsonInSlices(answer)), {
            type: 'application/json; charset=utf-8',
          }),
      ),
    );
  }
}
