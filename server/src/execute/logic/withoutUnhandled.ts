import { ignoreRejection } from './CallQueue.ts'

type Calls = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>

/**
 * The same calls for the code of an application, which may forget to wait for one, or wait for another one first. If
 * such a call fails, Node would end the process, and with it the requests of everybody.
 */
export function withoutUnhandled<All extends Calls>(calls: All): All {
  const quiet = Object.entries(calls).map(([name, call]) => {
    const run = (...given: never[]) => {
      const called = call(...given)
      ignoreRejection(called)
      return called
    }
    return [name, run]
  })
  return Object.fromEntries(quiet) as All
}
