/** Server-sent events out of the chunks of a response. Comments say only that the stream is alive. */

export interface StreamMessage {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Returns a function that takes a chunk and gives the messages that it completes. */
export const createStreamReader = (): ((chunk: string) => StreamMessage[]) => {
  let text = '';
  const messageOf = (block: string): StreamMessage[] => {
    const message = { id: '', event: 'message', data: '' };
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
      if (field === 'id') message.id = value;
      else if (field === 'event') message.event = value;
      else if (field === 'data') message.data += message.data === '' ? value : `\n${value}`;
    }
    return message.data === '' ? [] : [message];
  };
  return (chunk) => {
    const blocks = (text + chunk).replaceAll('\r\n', '\n').split('\n\n');
    text = blocks.pop() ?? '';
    return blocks.flatMap(messageOf);
  };
};
