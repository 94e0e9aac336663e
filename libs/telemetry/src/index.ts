/** The live race: positions in, laps, stopped, offline and frames out; and the formats that carry them. Pure, browser-safe. */
export * from './geodesy.js';
export * from './engine/engine.js';
export * from './codecs/frame.js';
export * from './codecs/block.js';
