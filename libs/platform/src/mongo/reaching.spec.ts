import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { ServiceUnavailableError } from '../service-unavailable.js';
import { reaching } from './reaching.js';

const failing = (error: Error) => reaching('Records', { call: () => Promise.reject<number>(error) });
const socketClosed = Object.assign(new Error('ended'), { code: 'EPIPE' });
const answered = (code: number) => new mongo.MongoServerError({ message: 'as the server says', code });
/** As the driver wraps what a bulk write has failed with. */
const ofBulkWrite = (error: Error) => new mongo.MongoBulkWriteError(error, {} as mongo.BulkWriteResult);

describe('calls to MongoDB', () => {
  it.each<[string, Error]>([
    ['a connection that broke', new mongo.MongoNetworkError('reset')],
    ['a socket that the server has closed', socketClosed],
    ['a server that goes down', answered(11_600)],
    ['a server that another one has replaced', answered(10_107)],
    ['a connection that broke in a bulk write', ofBulkWrite(new mongo.MongoNetworkError('reset'))],
    ['a socket that was closed before a bulk write', ofBulkWrite(socketClosed)],
    ['a server that goes down in a bulk write', ofBulkWrite(answered(11_600))],
    ['what a broken connection has caused', new Error('not saved', { cause: socketClosed })],
  ])('are unavailable after %s', async (_, error) => {
    const refused = failing(error).call();
    await expect(refused).rejects.toThrow(ServiceUnavailableError);
    await expect(refused).rejects.toMatchObject({ cause: error });
  });

  it.each<[string, Error]>([
    ['what is there already', answered(11_000)],
    ['what is there already in a bulk write', ofBulkWrite(answered(11_000))],
    ['a fault of our own', new TypeError('no such thing')],
  ])('fail as they are by %s', async (_, error) => {
    await expect(failing(error).call()).rejects.toBe(error);
  });
});
