import { readFileSync } from 'node:fs'

/** User and system time of a process in milliseconds, in steps of 10; 0 if it is gone. */
export function cpuTimeOf(pid: number): number {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = after.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** The same of the first thread of a process, to the nanosecond: for a process of PostgreSQL, which has no other. */
export function exactCpuTimeOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
