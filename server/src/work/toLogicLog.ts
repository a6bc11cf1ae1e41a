import type { Log } from '../log.ts'
import type { LogicLog } from '../logic/context.ts'

/** The log that logic writes to. Each line says which logic wrote it. */
export function toLogicLog(log: Log, own: Readonly<Record<string, unknown>>): LogicLog {
  return {
    info: (message, members = {}) => log.info({ ...members, ...own }, message),
    warn: (message, members = {}) => log.warn({ ...members, ...own }, message),
  }
}
