import { createServer, type ServerResponse } from 'node:http';
import { onFreePort, serve } from '../frame/serve.ts';

/** The other side of the bench `orders`: streams stay open, and what is posted is written to each of them as it came. */
const streams = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    streams.add(response);
    response.once('close', () => streams.delete(response));
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.once('end', () => {
    for (const stream of streams) stream.write(body);
    response.end();
  });
});
serve(await onFreePort(server), async () => undefined);
