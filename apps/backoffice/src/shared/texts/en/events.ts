/** Where the specification gives letters, these are its letters. */
export const english = {
  liveNow: {
    title: 'Live now',
    competitors: (count: number): string => (count === 1 ? '1 competitor' : `${count} competitors`),
    invited: (count: number): string => `${count} invited`,
    watch: 'View live race',
    running: 'Currently running',
    empty: 'No race is running now.',
    emptyNext: 'A published event appears here from its start to its finish.',
  },
} as const;
