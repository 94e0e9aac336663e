import { Subject } from 'rxjs';

/** Tells this process, which holds the sockets, the ids of sessions that ended in it: their open sockets are closed. */
export class EndedSessions extends Subject<string> {}
