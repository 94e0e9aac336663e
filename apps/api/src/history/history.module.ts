import { Module } from '@nestjs/common';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { ExportsController } from './exports/exports.controller.js';
import { HistoryController } from './history.controller.js';
import { QuestionsController } from './questions/questions.controller.js';
import { PAST_RACES, createPastRaces, type PastRaces } from './replay/past-races.js';
import { ReplayController } from './replay/replay.controller.js';

/** One reader for all controllers: it keeps what it has read of a race. */
const pastRaces = {
  provide: PAST_RACES,
  inject: [DEPENDENCIES],
  useFactory: (dependencies: ApiDependencies): PastRaces => createPastRaces(dependencies),
};

/** Past positions, races as they were, and files that are made of them. */
@Module({
  controllers: [HistoryController, ReplayController, QuestionsController, ExportsController],
  providers: [pastRaces],
})
export class HistoryModule {}
