import type pg from 'pg'
import type { NamedSql } from '../../sql/sql.ts'
import { StatementTexts } from '../../sql/StatementTexts.ts'
import { acquireFor } from '../acquireFor.ts'
import { hostOf } from '../address.ts'
import { cancel } from '../cancel.ts'
import { closeStatements } from '../closeStatements.ts'
import type { DatabaseOptions } from '../DatabaseOptions.ts'
import { type ClientOptions, destroy } from '../openClient.ts'
import { Pool } from '../Pool.ts'
import type { PooledConnection } from '../PooledConnection.ts'
import { toQuery, type Values } from '../Query.ts'
import { queryRows } from '../RowQuery.ts'
import { type Limiting, limitInterval, sendOn } from '../sendOn.ts'
import { sessionParameters } from '../sessionParameters.ts'
import { StatementNames } from '../StatementNames.ts'
import { TimeLimits } from '../../request/TimeLimits.ts'
import type { StatementOptions } from '../StatementOptions.ts'
import { type HostState, NotFollowing, type ReportedState } from './askHost.ts'
import { StandbyMonitor } from './StandbyMonitor.ts'
import type { WalPosition } from './WalPosition.ts'

/** The options of the connections to the hosts. */
export type HostOptions = Pick<
  DatabaseOptions,
  'poolSize' | 'connectTimeout' | 'queueTimeout' | 'statementTimeout' | 'preparedStatements'
>

/** One host that is read while it is a standby. */
export class Standby {
  /** For the log. */
  readonly host: string
  readonly #options: HostOptions
  readonly #names: StatementNames | undefined
  readonly #texts = new StatementTexts()
  readonly #limiting: Limiting
  readonly #monitor: StandbyMonitor
  readonly #connecting: ClientOptions
  /** Undefined while it does not follow the primary. */
  #pool: Pool | undefined

  constructor(address: string, options: HostOptions, onChange: (state: ReportedState, cause?: unknown) => void) {
    const { connectTimeout, statementTimeout, preparedStatements } = options
    this.host = hostOf(address)
    this.#options = options
    this.#names = preparedStatements ? new StatementNames() : undefined
    this.#limiting = { statementTimeout, limits: new TimeLimits(limitInterval), abandon }
    this.#connecting = {
      addresses: [address],
      connectTimeout,
      ...(preparedStatements ? { parameters: sessionParameters(statementTimeout) } : {}),
    }
    this.#monitor = new StandbyMonitor(address, this.#connecting, (state, cause) => {
      if (state === 'following') this.#openPool()
      else this.#closePool()
      onChange(state, cause)
    })
  }

  get state(): HostState {
    return this.#monitor.state
  }

  /** Whether it is known to have replayed a position. */
  hasReached(position: WalPosition): boolean {
    return this.#monitor.hasReached(position)
  }

  /** Waits until it has replayed a position, and returns whether it has when `signal` comes. */
  reach(position: WalPosition, signal: AbortSignal): Promise<boolean> {
    return this.#monitor.reach(position, signal)
  }

  /** Runs a statement that only reads. Errors are those of the driver. */
  run(statement: NamedSql, { generation: _, ...options }: StatementOptions): Promise<Values[]> {
    const pool = this.#pool
    if (!pool) return Promise.reject(new NotFollowing('The host does not follow the primary.'))
    return this.#monitor.use(async () => {
      const pooled = await acquireFor(options, options.lane ?? 'read', pool)
      try {
        if (this.#names) closeStatements(pooled, this.#names)
        const query = toQuery(statement, { texts: this.#texts, names: this.#names })
        return await sendOn(pooled, (client) => queryRows(client, query), 'read', options, this.#limiting)
      } finally {
        pool.release(pooled)
      }
    })
  }

  close(): void {
    this.#monitor.close()
    this.#closePool()
  }

  #openPool(): void {
    const { poolSize: size, queueTimeout } = this.#options
    const confirm = (client: pg.Client) => this.#monitor.confirm(client)
    this.#pool = new Pool({ ...this.#connecting, size, queueTimeout, confirm })
  }

  /** Ends all connections, also those in use: a frozen host would never answer, and the primary can. */
  #closePool(): void {
    this.#pool?.close()
    this.#pool?.disconnect()
    this.#pool = undefined
  }
}

function abandon(pooled: PooledConnection): void {
  pooled.broken = true
  pooled.abandoned = true
  cancel(pooled.client)
  destroy(pooled.client)
}
