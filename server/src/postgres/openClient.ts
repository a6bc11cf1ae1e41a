import pg from 'pg'
import { connectionOf, guardStream } from './guardStream.ts'

/** How to connect to the hosts of the database. */
export interface ClientOptions {
  /** One address for each host. */
  readonly addresses: readonly string[]
  /** How long one host may take to accept a connection, in milliseconds. */
  readonly connectTimeout: number
  /** Settings that the session starts with; absent behind a pooler that rejects them. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /** For connections to a standby: fails if a connection can't be used. Absent: connections must lead to a primary. */
  confirm?(client: pg.Client): Promise<void>
}

/** The timeline of connections to a standby, which is watched apart from them. */
const noTimeline = { system: '', number: 0 }

/**
 * The timeline that a server writes to. Each promotion of a standby begins a new timeline with a higher number, so the
 * primary with the highest number is the current one. Numbers of different systems (separate calls of initdb) can't be
 * compared.
 */
export interface Timeline {
  readonly system: string
  readonly number: number
}

/** A connection to a server that accepts writes. */
export interface PrimaryClient {
  readonly client: pg.Client
  readonly address: string
  readonly timeline: Timeline
}

/** The host is a standby. */
export class NotPrimary extends Error {
  override readonly name = 'NotPrimary'
}

/** Opens a connection to one host. Fails if the host does not answer in time or can't be used. */
export async function openHost(address: string, options: ClientOptions): Promise<PrimaryClient> {
  const client = await connect(address, options)
  try {
    await options.confirm?.(client)
    const timeline = options.confirm ? noTimeline : await askTimeline(client, options.connectTimeout)
    return { client, address, timeline }
  } catch (error) {
    destroy(client)
    throw error
  }
}

/** Connects to a host, whether it is a primary or a standby. */
export async function connect(address: string, { connectTimeout, parameters }: ClientOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'tabularium',
    keepAlive: true,
    types: { getTypeParser: () => asText },
    ...(parameters ? { options: toOptions(parameters) } : {}),
  })
  guardStream(client)
  // A connection that breaks while it is idle must not end the process; its owner is notified by 'end'.
  client.on('error', () => {})
  try {
    await within(connectTimeout, client.connect())
    return client
  } catch (error) {
    destroy(client)
    throw error
  }
}

/** The name of the WAL file begins with the timeline, and is correct immediately after a promotion. */
const timelineQuery = `
  select pg_is_in_recovery() as standby,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
         (select system_identifier from pg_control_system()) as system`

/** Services that are compatible with PostgreSQL may lack these functions: there, all hosts have the same timeline. */
const standbyQuery = `
  select pg_is_in_recovery() as standby,
         '0' as timeline,
         '' as system`

/** Returns the timeline that a server writes to. Throws NotPrimary on a standby. */
export async function askTimeline(client: pg.Client, timeout: number): Promise<Timeline> {
  const ask = (text: string) => within(timeout, client.query<Record<string, string | null>>(text))
  const { rows } = await ask(timelineQuery).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && /^(42|0A|55)/.test(error.code ?? '')) return ask(standbyQuery)
    throw error
  })
  const [row] = rows
  if (row?.['standby'] !== 'f') throw new NotPrimary('This host is a standby.')
  return { system: row['system'] ?? '', number: Number.parseInt(row['timeline'] ?? '0', 16) }
}

/** Closes a connection immediately, even if a statement is running. */
export function destroy(client: pg.Client): void {
  client.end().catch(() => {})
  connectionOf(client).stream.destroy()
}

/** A frozen host does not answer at all, so every wait has its own timeout. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database did not answer in time.')), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** Values stay the text that PostgreSQL returned. */
function asText(value: string): string {
  return value
}

function toOptions(parameters: Readonly<Record<string, string | number>>): string {
  return Object.entries(parameters)
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ')
}
