/** How long a result is reused, in milliseconds. */
const validity = 1_000
/** How long a caller waits for the check, in milliseconds: load balancers ask again after about a second. */
const maxWait = 900

/** Returns why the service is not ready, or undefined if it is. */
type Check = () => Promise<string | undefined>

/**
 * Returns a check that can be called any number of times: all callers share one check a second, and every caller gets a
 * result within a second, even if the check hangs.
 */
export function shareCheck(check: Check, now: () => number = () => performance.now()): Check {
  let [started, ended] = [-Infinity, -Infinity]
  let running: Promise<string | undefined> | undefined
  let found: string | undefined
  const start = () => {
    started = now()
    return check().then(
      (reason) => reason,
      () => 'The check failed.',
    )
  }
  return async () => {
    if (!running && now() - ended < validity) return found
    running ??= start().then((reason) => {
      ended = now()
      running = undefined
      return (found = reason)
    })
    return within(running, maxWait - (now() - started))
  }
}

const timedOut = 'The database does not answer in time.'

async function within(check: Promise<string | undefined>, milliseconds: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => (timer = setTimeout(resolve, Math.max(0, milliseconds), timedOut)))
  return Promise.race([check, timeout]).finally(() => clearTimeout(timer))
}
