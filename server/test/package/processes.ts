import { readdirSync, readFileSync } from 'node:fs'

/** A process that a test left behind. */
export interface Left {
  readonly pid: number
  readonly command: string
}

/**
 * The processes that belong to a started command: those of its session, those that inherited its environment, also if
 * they began a session of their own, and those that name its folder, such as a PostgreSQL. Zombies have ended.
 */
export function listProcesses({ session, mark, folder }: { session: number; mark: string; folder: string }): Left[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.flatMap((pid) => {
    const [state, , , itsSession] = readProc(pid, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ')
    if (state === undefined || state === '' || state === 'Z') return []
    const command = readProc(pid, 'cmdline').replaceAll('\0', ' ').trim()
    const isOurs = Number(itsSession) === session || command.includes(folder) || readProc(pid, 'environ').includes(mark)
    return isOurs ? [{ pid: Number(pid), command }] : []
  })
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
