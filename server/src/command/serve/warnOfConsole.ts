import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { consoleFolder } from '../../http/console/consoleFolder.ts'
import type { Log } from '../../request/log.ts'
import type { Settings } from '../../settings/Settings.ts'

/** Warns if the console should be served and is not built, which happens in a clone only. */
export async function warnOfConsole(settings: Pick<Settings, 'console'>, log: Log, folder = consoleFolder()) {
  if (!settings.console) return
  const found = await stat(join(folder, 'index.html')).catch(() => undefined)
  if (found) return
  const advice = 'run npm run build:console and start the service again, or turn the console off with --console false'
  log.warn({ advice }, 'the console is not built')
}
