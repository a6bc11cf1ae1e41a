import { createLog } from '../../request/log.ts'
import type { Settings } from '../../settings/Settings.ts'
import { startWork } from '../../boot/startWork.ts'
import type { Context } from '../Context.ts'
import { loadDeclared } from '../loadDeclared.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { untilAborted, watchSignals } from '../watchSignals.ts'

/** Does the work in this process, until a signal stops it. */
export async function runWork(context: Context, settings: Settings): Promise<void> {
  const signals = watchSignals(context)
  const { models, roles, logic } = await loadDeclared(settings.models, settings)
  const log = createLog({ level: settings.logLevel, fileDescriptor: context.stdout.fd, onExit: context.onExit })
  const running = await startWork({ settings, models, roles, logic, log, ...toServeOptions(context) })
  const { jobs, reactions, schedules } = logic
  const declared = { jobs: jobs.size, reactions: reactions.size, schedules: schedules.size }
  log.info({ healthUrl: running.healthUrl, ...declared, version: context.version }, 'working')
  await untilAborted(signals.asked)
  log.info({ signal: signals.asked.reason }, 'draining')
  await running.drain()
  log.info('ended')
  signals.stop()
}
