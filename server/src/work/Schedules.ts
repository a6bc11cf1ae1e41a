import type { Logic } from '../logic/Logic.ts'
import { nextTime } from '../logic/times.ts'
import type { Log } from '../request/log.ts'
import type { Database } from '../postgres/Database.ts'
import { sendScheduledStatement } from '../statement/service/jobsSent.ts'
import { keepScheduleStatement, type WorkState } from '../statement/service/work.ts'

/** What `Schedules` needs. */
export interface SchedulesOptions {
  readonly database: Database
  readonly schedules: Logic['schedules']
  readonly log: Log
}

/**
 * Sends a job when the time of a schedule has come. The time is in the database and moves with the job, so each time is
 * sent once however many processes look. Times that passed while no process ran are sent once, for all of them.
 */
export class Schedules {
  readonly #options: SchedulesOptions

  constructor(options: SchedulesOptions) {
    this.#options = options
  }

  /** Keeps when each schedule is due for the first time. */
  async prepare(now: number): Promise<void> {
    const { database, schedules } = this.#options
    for (const { name, times } of schedules.values())
      await database.run(keepScheduleStatement(name, JSON.stringify(times), nextTime(times, now)), 'write')
  }

  /** Sends the jobs that are due. Returns how many. */
  async send({ now, schedules: due }: Pick<WorkState, 'now' | 'schedules'>): Promise<number> {
    const { database, schedules, log } = this.#options
    let sent = 0
    for (const { name, times } of schedules.values()) {
      const on = due[name]
      if (on === undefined || on > now) continue
      const rows = await database.run(sendScheduledStatement(name, { on, next: nextTime(times, now) }), 'write')
      sent += rows.length
      if (rows.length > 0) log.debug({ schedule: name, due: new Date(on).toISOString() }, 'a schedule is due')
    }
    return sent
  }
}
