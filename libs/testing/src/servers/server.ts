/** A real server, as the infra suite, the benches and `npm run servers` use it. */
export interface RunningServer {
  readonly component: Component;
  /** Kafka: brokers, `host:port` each, by commas. MongoDB: a URL without a database. EventStoreDB: a connection string. */
  readonly address: string;
  /** The settings by which programs reach it, as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** One line: its name, version, and how it was started or found. */
  readonly says: string;
  /** Null if the server is not ours to stop: its address came from the environment. */
  readonly control: ServerControl | null;
  /** Ends it and removes its files; leaves a server that is not ours alone. */
  end(): Promise<void>;
}

export const COMPONENTS = ['kafka', 'mongo', 'eventstore'] as const;
export type Component = (typeof COMPONENTS)[number];

/** Stops it as a crash would, and starts it again on the same address over the same data. */
export interface ServerControl {
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts one component; if it cannot run here, returns the reason. */
export type Starter = () => Promise<RunningServer | { readonly why: string }>;
