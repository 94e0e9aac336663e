import { threads } from '@flagpost/storage/testing';
import { sqliteRecordsSuite } from '../testing/sqlite-records-suite.js';

sqliteRecordsSuite('in threads', threads);
