/** What is measured on a drawn track. Metres arrive rounded. */
export const english = {
  trackGeometry: {
    kilometres: (kilometres: string): string => `${kilometres} km`,
    thinned: (points: number, errorM: string): string =>
      `${points} points, at most ${errorM} m beside the line`,
    /** By the codes of the warnings. */
    warnings: {
      finishTwice: (times: number, radiusM: number, besideM: number): string =>
        `One lap would count ${times} times: the race line comes back to the finish circle of ${radiusM} m, ${besideM} m from the finish.`,
      fitting: (radiusM: number): string => `A Finish Radius of ${radiusM} m would count it once.`,
      noneFitting: 'No smaller Finish Radius would count it once: place the finish elsewhere.',
      startNearFinish: (apartM: number, leastM: number): string =>
        `Start and finish are ${apartM} m apart. Runs of a stage count only if they are more than two radii apart, ${leastM} m: now laps of a circuit are counted.`,
      finishInBoxes: 'The finish lies in the boxes: cars that drive through the boxes would count a lap.',
      boxesOverFinish: (offM: number, radiusM: number): string =>
        `The boxes are ${offM} m from the finish, within its circle of ${radiusM} m: cars in the boxes would count a lap.`,
      finishOffLine: (offM: number, radiusM: number): string =>
        `The finish is ${offM} m off the race line, outside its circle of ${radiusM} m: no lap would count.`,
    },
  },
} as const;
