/** How long what was found is told to others who ask, in milliseconds. */
const validity = 1_000
/** How long anybody waits for the check, in milliseconds: balancers ask again after about a second. */
const patience = 900

/** What keeps the service from serving, or undefined. */
type Check = () => Promise<string | undefined>

/**
 * A check that anybody may ask for as often as they like: it is made at most once a second, for all who ask, and everybody is
 * answered within a second, also while the check hangs.
 */
export function shareCheck(check: Check, now: () => number = () => performance.now()): Check {
  let [started, ended] = [-Infinity, -Infinity]
  let running: Promise<string | undefined> | undefined
  let found: string | undefined
  const start = () => {
    started = now()
    return check().then(
      (obstacle) => obstacle,
      () => 'The check itself failed.',
    )
  }
  return async () => {
    if (!running && now() - ended < validity) return found
    running ??= start().then((obstacle) => {
      ended = now()
      running = undefined
      return (found = obstacle)
    })
    return within(running, patience - (now() - started))
  }
}

const late = 'The database does not answer in time.'

async function within(check: Promise<string | undefined>, milliseconds: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<string>((resolve) => (timer = setTimeout(resolve, Math.max(0, milliseconds), late)))
  return Promise.race([check, tooLate]).finally(() => clearTimeout(timer))
}
