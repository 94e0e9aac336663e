import { describe, expect, it } from '@jest/globals';
import { createPlayer } from './player.js';

const LIMITS = { from: 1_000, to: 100_000 };

describe('the player', () => {
  it('plays at its speed, forwards and backwards, within the race', () => {
    const player = createPlayer(50_000, LIMITS);
    expect(player.instantAt(9_999)).toBe(50_000);
    player.play(10_000);
    expect(player.instantAt(11_000)).toBe(51_000);
    player.setSpeed(10, 11_000);
    expect(player.instantAt(12_000)).toBe(61_000);
    player.play(12_000, true);
    expect(player.instantAt(13_000)).toBe(51_000);
    expect(player.instantAt(60_000)).toBe(LIMITS.from);
    player.pause(13_000);
    expect(player.instantAt(60_000)).toBe(51_000);
  });

  it('goes anywhere within the race, and plays on from there', () => {
    const player = createPlayer(0, LIMITS);
    expect(player.instantAt(0)).toBe(LIMITS.from);
    player.seek(200_000, 0);
    expect(player.instantAt(0)).toBe(LIMITS.to);
    player.play(0);
    player.seek(5_000, 2_000);
    expect(player.instantAt(3_000)).toBe(6_000);
  });

  it('pauses at the end, and begins again from there', () => {
    const player = createPlayer(99_000, LIMITS);
    let told = 0;
    player.subscribe(() => (told += 1));
    player.play(0);
    player.pauseAtLimit(999);
    expect(player.state.sinceMs).toBe(0);
    player.pauseAtLimit(1_000);
    expect(player.state).toMatchObject({ instant: LIMITS.to, sinceMs: null });
    expect(told).toBe(2);
    player.play(5_000);
    expect(player.instantAt(6_000)).toBe(2_000);
  });

  it('pauses at the beginning when it is played backwards, and at the end may be played backwards', () => {
    const player = createPlayer(100_000, LIMITS);
    player.play(0, true);
    expect(player.instantAt(1_000)).toBe(99_000);
    player.pauseAtLimit(99_000);
    expect(player.state).toMatchObject({ instant: LIMITS.from, sinceMs: null });
    player.play(100_000);
    expect(player.instantAt(101_000)).toBe(2_000);
  });

  it('stands while the race cannot be shown, also at an instant that was just asked for', () => {
    const player = createPlayer(10_000, LIMITS);
    player.setSpeed(60, 0);
    player.play(0);
    player.hold(100, 116);
    player.hold(116, 132);
    expect(player.instantAt(132)).toBe(16_000);
    player.seek(50_000, 140);
    player.hold(132, 148);
    expect(player.instantAt(148)).toBe(50_000);
  });

  it('tells who listens until they stop', () => {
    const player = createPlayer(10_000, LIMITS);
    let told = 0;
    const stop = player.subscribe(() => (told += 1));
    player.play(0);
    stop();
    player.pause(1);
    expect(told).toBe(1);
  });
});
