/**
 * The live race: computes laps, stopped and offline cars and frames from positions, and defines the formats that carry
 * them. Pure, browser-safe.
 */
export * from './geodesy.js';
export * from './stage.js';
export * from './engine/engine.js';
export { createStateWriter, type StateWriter } from './engine/serialize.js';
export * from './codecs/frame.js';
export * from './codecs/block.js';
