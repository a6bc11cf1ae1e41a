import type { ConsoleExtension } from '../../http/console/ConsoleExtension.ts'

export type { ConsoleExtension, ConsoleRoute, ExtensionReply } from '../../http/console/ConsoleExtension.ts'

/** Runs the demo until it is asked to end. The package @tabularium/demo of the same version exports it. */
export type RunDemo = (host: DemoHost, options: DemoOptions) => Promise<void>

/** What the command line says. */
export interface DemoOptions {
  readonly port: number
  /** Whether the port was given: then the demo uses no other. */
  readonly portNamed: boolean
  readonly logLevel: string
  readonly reset: boolean
  readonly data: string | undefined
  /** The folder with PostgreSQL's programs. */
  readonly postgres: string | undefined
  /** The name of the example. */
  readonly example: string
}

/** What the demo gets of the service and its process: the package imports nothing of the service but these types. */
export interface DemoHost {
  /** The working folder. */
  readonly folder: string
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal
  /** Milliseconds of a monotonic clock. */
  now(): number
  randomBytes(count: number): Uint8Array
  /** Prints data; notes for people go elsewhere. */
  print(text: string): void
  note(sentence: string): void
  /** Emphasizes a printed text where it goes to a terminal. */
  paint(style: 'bold' | 'dim', text: string): string
  /** Shows that a step is running, and how long it took. */
  step<T>(sentence: string, work: () => Promise<T>): Promise<T>
  /** Throws if the port is taken. */
  requireFreePort(port: number): Promise<void>
  startPostgres(options: PostgresOptions): Promise<HostedPostgres>
  /** The named passwords of an earlier run in the folder; those that are missing are created. */
  keepPasswords<Name extends string>(folder: string, names: readonly Name[]): Promise<Record<Name, string>>
  /** In a clone, builds the console if it is outdated. */
  buildConsole(): Promise<void>
  /** Loads the models, roles and logic of a folder. */
  load(folder: string): Promise<DemoModels>
}

/** Where and how PostgreSQL runs. */
export interface PostgresOptions {
  /** The folder of the data, as an absolute path. */
  readonly folder: string
  /** Whether a folder under /var/tmp may take its place if PostgreSQL's user cannot reach it. */
  readonly elsewhere: boolean
  readonly programs: string | undefined
  /** Whether to delete the data of earlier runs first, with these files of the caller. */
  readonly reset: boolean
  readonly files: readonly string[]
  /** What people are told to do: who runs it, the command that starts over, and how to choose another folder. */
  readonly advice: { readonly who: string; readonly startOver: string; readonly otherFolder: string }
}

/** A running PostgreSQL. */
export interface HostedPostgres {
  readonly url: string
  /** The folder with its data. */
  readonly folder: string
  /** Resolves when PostgreSQL has ended, for any reason. */
  readonly ended: Promise<unknown>
  stop(): Promise<void>
}

/** Loaded models, to fill a database with and to serve. */
export interface DemoModels {
  /** Runs the work with a connection to a database. */
  withDatabase<T>(url: string, work: (database: DemoDatabase) => Promise<T>): Promise<T>
  /** Serves the database, on the given port or the next free one. */
  serve(options: DemoServeOptions): Promise<HostedService>
}

export interface DemoServeOptions {
  readonly databaseUrl: string
  readonly port: number
  readonly logLevel: string
  readonly extension: ConsoleExtension
}

/** A running service. */
export interface HostedService {
  readonly url: string
  drain(): Promise<void>
}

/** A user to add. */
export interface Person {
  readonly username: string
  readonly name: string
  readonly password: string
  readonly admin: boolean
  /** The names of their roles. */
  readonly roles: readonly string[]
}

/** A record to write, as a client would send it. */
export type NewRecord = Readonly<Record<string, unknown>>

/** Writes records of a model, and returns their ids. */
export type Insert = (model: string, records: readonly NewRecord[]) => Promise<number[]>

/** A connection to the database of the demo. */
export interface DemoDatabase {
  /** Brings the schema to the models. */
  migrate(): Promise<unknown>
  /** Brings the roles to their files. */
  applyRoles(): Promise<unknown>
  /** The id of a user; undefined if there is none. */
  findUser(username: string): Promise<number | undefined>
  addUser(person: Person): Promise<number>
  /** The first record of a model. */
  findFirst(model: string): Promise<{ readonly id: number; readonly version: number } | undefined>
  /** Writes records in one transaction. The authors, ids of users, alternate. */
  fill(authors: readonly number[], work: (insert: Insert) => Promise<void>): Promise<void>
}
