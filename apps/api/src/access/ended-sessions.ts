import { Subject } from 'rxjs';

/** Emits the ids of sessions that ended in this process, so that their open sockets are closed. */
export class EndedSessions extends Subject<string> {}
