import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { serveStaticClient } from './static-client.js';

@Module({})
class NothingElse {}

const SCRIPT = 'export const lights = "out";\n'.repeat(100);

describe('the built client', () => {
  let app: NestExpressApplication;
  const folder = mkdtempSync(join(tmpdir(), 'flagpost-pages-'));

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Flagpost</title>');
    writeFileSync(join(folder, 'drive.html'), '<title>Drive</title>');
    writeFileSync(join(folder, 'drive-worker.js'), 'self.addEventListener');
    writeFileSync(join(folder, 'assets/race-1a2b.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/race-1a2b.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, 'assets/race-1a2b.js.gz'), gzipSync(SCRIPT));
    writeFileSync(join(folder, 'assets/font-3c4d.woff2'), 'font');
    app = await NestFactory.create<NestExpressApplication>(NothingElse, { logger: false });
    serveStaticClient(app, folder);
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, accepted: string) =>
    request(app.getHttpServer()).get(path).set('Accept-Encoding', accepted).set('Accept', '*/*');

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
  ])('comes to a browser that takes %s as %s, the same script', async (accepted, coding) => {
    const { status, headers, text } = await get('/assets/race-1a2b.js', accepted);
    expect({ status, text }).toEqual({ status: 200, text: SCRIPT });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['vary']).toMatch(/accept-encoding/i);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    if (coding !== undefined) expect(Number(headers['content-length'])).toBeLessThan(SCRIPT.length / 2);
  });

  it('has a tag for each form, and does not send again what the browser has', async () => {
    const forms = await Promise.all(
      ['br', 'gzip', 'identity'].map((coding) => get('/assets/race-1a2b.js', coding)),
    );
    const tags = forms.map(({ headers }) => headers['etag'] ?? '');
    expect(new Set(tags).size).toBe(3);
    const [ofBrotli = ''] = tags;
    expect((await get('/assets/race-1a2b.js', 'br').set('If-None-Match', ofBrotli)).status).toBe(304);
    expect((await get('/assets/race-1a2b.js', 'gzip').set('If-None-Match', ofBrotli)).status).toBe(200);
  });

  it('has a page of its own for competitors, and a worker that is looked up each time', async () => {
    const page = (path: string) => get(path, 'br').set('Accept', 'text/html');
    const secret = 'A'.repeat(43);
    expect((await page(`/drive/${secret}`)).text).toBe('<title>Drive</title>');
    expect((await page('/drive/')).text).toBe('<title>Drive</title>');
    expect((await page('/drives')).text).toBe('<title>Flagpost</title>');
    expect((await get('/drive-worker.js', 'br')).headers['cache-control']).toBe('no-cache');
  });

  it('is installed at the link of the competitor, whether it opens anything or not', async () => {
    const secret = 'Aa_-'.repeat(11).slice(0, 43);
    const { status, headers, text } = await get(`/drive/${secret}/app.webmanifest`, 'br');
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8']);
    const start = `/drive/${secret}`;
    expect(JSON.parse(text)).toMatchObject({ id: start, start_url: start, scope: start });
    for (const other of ['A'.repeat(42), 'A'.repeat(44), '%22'.repeat(14), `${'A'.repeat(43)}/x`])
      expect((await get(`/drive/${other}/app.webmanifest`, 'br')).status).toBe(404);
  });

  it('comes as it is where it was not compressed', async () => {
    const { status, headers } = await get('/assets/font-3c4d.woff2', 'br, gzip');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('is not looked into for a call, a door or the socket, whatever lies there', async () => {
    for (const folderName of ['api', 'ingest', 'socket.io']) {
      mkdirSync(join(folder, folderName));
      writeFileSync(join(folder, folderName, 'health'), 'a file');
      expect((await get(`/${folderName}/health`, 'br').set('Accept', 'text/html')).status).toBe(404);
    }
  });

  it('asks for its page anew each time, and has none for files that are missing', async () => {
    const page = await get('/map/7', 'br').set('Accept', 'text/html');
    expect(page.text).toBe('<title>Flagpost</title>');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/gone-5e6f.js', 'br')).status).toBe(404);
  });
});
