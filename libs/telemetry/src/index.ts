/**
 * The live race: computes laps, stopped and offline cars and frames from positions, and defines the formats that carry
 * them. Pure, browser-safe.
 */
export * from './areas.js';
export * from './geodesy.js';
export * from './stage.js';
export * from './happened-at.js';
export { quantiseInput } from './quantise.js';
export * from './engine/engine.js';
export type { CarEffect, OnEffect } from './engine/effects.js';
export { createStateWriter, type StateWriter } from './engine/serialize.js';
export * from './codecs/frame.js';
export { FIX_ROW, fixRows, minuteOf, type FixRows, type HistoryFix } from './codecs/fix-rows.js';
export * from './replay/car-replay.js';
export * from './replay/field-replay.js';
export * from './replay/positions.js';
export * from './replay/place-at.js';
export * from './replay/passes.js';
export * from './replay/slowing.js';
export * from './replay/control-at.js';
export * from './replay/live-at.js';
export * from './replay/shown.js';
export * from './replay/sightings.js';
export * from './replay/past-span.js';
