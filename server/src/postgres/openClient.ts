import pg from 'pg'

export interface ClientOptions {
  /** One address a host, in the order in which they are tried. */
  readonly addresses: readonly string[]
  /** How long one host may take to let us in. */
  readonly connectTimeout: number
  /** Settings that the session starts with; none behind a pooler that refuses them. */
  readonly parameters?: Readonly<Record<string, string | number>>
}

/** Opens a connection to the primary: the first host that answers in time and takes writes. */
export async function openClient(options: ClientOptions): Promise<pg.Client> {
  let failure: unknown
  for (const address of options.addresses) {
    try {
      return await openPrimary(address, options)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** PostgreSQL answered, but as a standby. */
export class NotPrimary extends Error {
  override readonly name = 'NotPrimary'
}

async function openPrimary(address: string, { connectTimeout, parameters }: ClientOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'tabularium',
    keepAlive: true,
    types: { getTypeParser: () => asText },
    ...(parameters ? { options: toOptions(parameters) } : {}),
  })
  // A connection that breaks while nobody waits for it must not end the process; its owner learns of it by 'end'.
  client.on('error', () => {})
  try {
    await within(connectTimeout, client.connect())
    const { rows } = await within(connectTimeout, client.query('select pg_is_in_recovery() as standby'))
    if (rows[0]?.standby !== 'f') throw new NotPrimary('This host is a standby.')
    return client
  } catch (error) {
    destroy(client)
    throw error
  }
}

/** Ends a connection at once, whatever it is doing. */
export function destroy(client: pg.Client): void {
  client.end().catch(() => {})
  ;(client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy()
}

/** A host that is frozen answers nothing at all, so every wait has its own deadline. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database did not answer in time.')), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** Values pass through as PostgreSQL wrote them. */
function asText(value: string): string {
  return value
}

function toOptions(parameters: Readonly<Record<string, string | number>>): string {
  return Object.entries(parameters)
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ')
}
