import type { NamedSql } from '../../sql/sql.ts'
import { findSqlState } from '../Connection.ts'
import type { Database } from '../Database.ts'
import { type Effect, toFailure } from '../errors.ts'
import { timeStatement, type OnStatement } from '../timeStatement.ts'
import type { Values } from '../Query.ts'
import { timeLeft, type StatementOptions } from '../StatementOptions.ts'
import { PositionAsker } from './PositionAsker.ts'
import { type HostOptions, Standby } from './Standby.ts'
import type { HostState, ReportedState } from './askHost.ts'
import type { WalPosition } from './WalPosition.ts'

/**
 * Why a read went to the primary: no standby answers, none has replayed enough, a statement failed on one, or its rows
 * may not be used.
 */
export type FallbackReason = 'away' | 'behind' | 'failed' | 'rights'

/** The options of reads from standbys. */
export interface StandbyReadsOptions extends HostOptions {
  /** One address for each host, the primary among them. */
  readonly addresses: readonly string[]
  readonly onStatement?: OnStatement
  /** Called for each statement with the number of requests that share it; `reason` if it went to the primary. */
  onRead?(requests: number, reason?: FallbackReason): void
  onChange?(host: string, state: ReportedState, cause?: unknown): void
}

/** How long a read waits for a standby to replay the WAL up to its position, in milliseconds. */
const patience = 100

/**
 * Runs reads on a standby that has replayed every write that was acknowledged before. The primary is asked for its
 * position in the WAL once for each group of reads. Whatever goes wrong on a standby, the primary is read instead, so a
 * standby never fails a request.
 */
export class StandbyReads implements Pick<Database, 'run'> {
  readonly #primary: Pick<Database, 'run' | 'generation'>
  readonly #options: StandbyReadsOptions
  readonly #positions: PositionAsker
  readonly #standbys: readonly Standby[]
  #turn = 0

  constructor(primary: Pick<Database, 'run' | 'generation'>, options: StandbyReadsOptions) {
    this.#primary = primary
    this.#options = options
    this.#positions = new PositionAsker(primary)
    this.#standbys = options.addresses.map((address) => {
      const standby: Standby = new Standby(address, options, (state, cause) =>
        options.onChange?.(standby.host, state, cause),
      )
      return standby
    })
  }

  /** The number of hosts by state. The primary is not counted. */
  get states(): Readonly<Record<Exclude<HostState, 'primary'>, number>> {
    const count = (state: HostState) => this.#standbys.filter((standby) => standby.state === state).length
    return { following: count('following'), behind: count('behind'), away: count('away') }
  }

  async run(statement: NamedSql, effect: Effect, options: StatementOptions = {}): Promise<Values[]> {
    if (effect !== 'read') return this.#primary.run(statement, effect, options)
    const rows = await this.#tryStandby(statement, options)
    const requests = options.items ?? 1
    if (Array.isArray(rows)) {
      this.#options.onRead?.(requests)
      return rows
    }
    this.#options.onRead?.(requests, rows)
    return this.#primary.run(statement, effect, options)
  }

  close(): void {
    for (const standby of this.#standbys) standby.close()
  }

  /** Returns the rows, or why the primary must be asked. */
  async #tryStandby(statement: NamedSql, options: StatementOptions): Promise<Values[] | FallbackReason> {
    const following = this.#standbys.filter(({ state }) => state === 'following')
    if (following.length === 0) return this.states.behind > 0 ? 'behind' : 'away'
    // Without a position nothing is known of the standbys; the primary reports the reason.
    const position = await this.#positions.ask().catch(() => undefined)
    if (!position || isOfOtherGeneration(options, this.#primary)) return 'away'
    const standby = this.#findReached(following, position) ?? (await this.#awaitReached(following, position, options))
    if (!standby) return 'behind'
    try {
      const run = () => standby.run(statement, options)
      const rows = await timeStatement(statement, this.#options.onStatement, run, options.items)
      return (options.accepts?.(rows) ?? true) ? rows : 'rights'
    } catch (error) {
      // It took too long, and would take as long on the primary.
      if (findSqlState(error) === '57014') throw toFailure(error, 'read')
      return 'failed'
    }
  }

  /** Takes turns among the standbys that have replayed enough. */
  #findReached(following: readonly Standby[], position: WalPosition): Standby | undefined {
    const ready = following.filter((standby) => standby.hasReached(position))
    this.#turn += 1
    return ready[this.#turn % ready.length]
  }

  /** Returns the first standby that has replayed enough. */
  async #awaitReached(
    following: readonly Standby[],
    position: WalPosition,
    options: StatementOptions,
  ): Promise<Standby | undefined> {
    const signal = AbortSignal.timeout(Math.max(1, Math.min(patience, timeLeft(options) / 4)))
    const reaching = following.map(async (standby) => {
      if (!(await standby.reach(position, signal))) throw new Error('It is behind.')
      return standby
    })
    return Promise.any(reaching).catch(() => undefined)
  }
}

/** The caller was looked up on another timeline of the database: the primary refuses to run it. */
function isOfOtherGeneration({ generation }: StatementOptions, primary: Pick<Database, 'generation'>): boolean {
  return generation !== undefined && generation !== primary.generation
}
