import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { type Fault, faults } from './faults.ts'
import type { Run } from './runFault.ts'

/**
 * The runs so far. With a file, each is written there as soon as it is done, one line of JSON a run, so that a run that
 * is cut off loses nothing, and the next one goes on where it ended.
 */
export class Results {
  readonly runs: Run[] = []
  readonly #file: string | undefined

  constructor(file?: string) {
    this.#file = file
    if (file === undefined || !existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line) this.runs.push(toRun(line))
  }

  add(run: Run): void {
    this.runs.push(run)
    if (this.#file === undefined) return
    const loadAverage = readFileSync('/proc/loadavg', 'utf8').split(' ')[0]
    const line = { ...run, fault: run.fault.name, endedOn: new Date(), loadAverage }
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  countOf(fault: Fault): number {
    return this.runs.filter((run) => run.fault === fault).length
  }
}

function toRun(line: string): Run {
  const stored = JSON.parse(line) as Omit<Run, 'fault'> & { readonly fault: string }
  const fault = faults.find(({ name }) => name === stored.fault)
  if (!fault) throw new Error(`There is no fault ${stored.fault}.`)
  return { ...stored, fault }
}
