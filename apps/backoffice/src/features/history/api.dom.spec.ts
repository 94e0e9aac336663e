import { describe, expect, it } from '@jest/globals';
import { fileNameIn } from './api.js';

describe('the name of a file', () => {
  it('is the one that the server gives, in any script', () => {
    const header = `attachment; filename="Rally 7.gpx"; filename*=UTF-8''Rally%20%C3%89t%C3%A9%27s%207.gpx`;
    expect(fileNameIn(header)).toBe("Rally Été's 7.gpx");
  });

  it('is none without one', () => {
    expect(fileNameIn(null)).toBe('');
    expect(fileNameIn('attachment')).toBe('');
  });
});
