import { hostOf } from './address.ts'
import { type ClientOptions, destroy, openHost, type PrimaryClient } from './openClient.ts'

/** How long to wait, after the first primary has answered, for another host on a newer timeline, in milliseconds. */
const waitForNewer = 250

/** No host can be used as primary. The message gives the reason for each host. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
}

/**
 * Opens a connection to the primary. If there are several hosts, all are asked, because two may accept writes: an old
 * primary that was replaced without noticing, and its successor, which is on a higher timeline.
 */
export async function findPrimary(options: ClientOptions): Promise<PrimaryClient> {
  const [first = '', ...others] = options.addresses
  if (others.length === 0) return openHost(first, options)
  const { open, failures } = await askAll(options)
  const newest = findNewest(open)
  for (const { client } of open) if (client !== newest?.client) destroy(client)
  if (newest) return newest
  const reasons = options.addresses.map((address, index) => `${hostOf(address)}: ${messageOf(failures[index])}`)
  throw new NoPrimary(reasons.join(' '), { cause: failures.find((failure) => failure !== undefined) })
}

/** Returns the host on the highest timeline, among the hosts of the same system as the first. */
export function findNewest<P extends Pick<PrimaryClient, 'timeline'>>(open: readonly P[]): P | undefined {
  const [first] = open
  return open
    .filter(({ timeline }) => timeline.system === first?.timeline.system)
    .reduce<P | undefined>((best, one) => (best && best.timeline.number >= one.timeline.number ? best : one), undefined)
}

interface Asked {
  /** In the order of the addresses. */
  readonly open: PrimaryClient[]
  readonly failures: readonly unknown[]
}

async function askAll(options: ClientOptions): Promise<Asked> {
  const opened = new Map<number, PrimaryClient>()
  const failures: unknown[] = []
  const firstOpened = Promise.withResolvers<void>()
  let late = false
  const asked = options.addresses.map(async (address, index) => {
    try {
      const primary = await openHost(address, options)
      if (late) destroy(primary.client)
      else opened.set(index, primary)
      firstOpened.resolve()
    } catch (error) {
      failures[index] = error
    }
  })
  await Promise.race([Promise.all(asked), firstOpened.promise.then(() => wait(waitForNewer))])
  late = true
  return { open: [...opened].toSorted(([a], [b]) => a - b).map(([, primary]) => primary), failures }
}

function messageOf(error: unknown): string {
  const message =
    error instanceof Error ? error.message || String('code' in error ? error.code : error.name) : String(error)
  return /[.!?]$/.test(message) ? message : `${message}.`
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
