import { pathOf } from '../../test/harness/actions.ts'
import { type Client, type RecordJson, type Reply, recordsOf } from '../../test/harness/client.ts'
import { loggedIn } from '../../test/harness/service.ts'
import { fillProducts, Product, rows, toRows } from './products.ts'
import { compareMedians, type Ratio, timeOf } from './Ratio.ts'

/** Turns of each kind in a round. */
const turns = 7

/** How the rows are written: by an upsert that changes all of them, or by a bulk update that names id and version. */
const ways = { changed: 'an upsert that changes them', byId: 'a bulk update by id' }

/** The time of writing a thousand rows, divided by that of an upsert of the same rows, which changes nothing. */
export const upsertRatios: readonly Ratio[] = (['changed', 'byId'] as const).map((way) => ({
  name: way === 'changed' ? 'upsert' : 'upsert-by-id',
  describe: () => `time to write ${rows} rows by ${ways[way]} / upsert of the same rows unchanged`,
  target: { atLeast: 3 },
  open: async ({ service, database, records }) => {
    await fillProducts(database, records / 10)
    const client = await loggedIn(service)
    let [turn, known]: [number, RecordJson[]] = [0, []]
    /** The rows as they are now, with their versions, also after a round that failed. */
    const refresh = async () => {
      known = recordsOf(await send(client, toUpsert(toRows(turn))))
    }
    const write = () => {
      turn++
      const body = way === 'changed' ? toUpsert(toRows(turn)) : toBody(withIds(toRows(turn), known))
      return timeOf(
        () => send(client, body),
        (reply) => requireWritten(reply, known),
      )
    }
    const again = () => {
      const body = toUpsert(toRows(turn))
      return timeOf(
        () => send(client, body),
        (reply) => {
          requireOutcomes(reply, 'unchanged')
          known = recordsOf(reply)
        },
      )
    }
    return {
      round: async () => {
        await refresh()
        return compareMedians(turns, write, again)
      },
      close: () => client.close(),
    }
  },
}))

function withIds(sent: readonly object[], known: readonly RecordJson[]): object[] {
  return sent.map((row, n) => ({ ...row, id: known[n]?.id, version: known[n]?.version }))
}

function toUpsert(records: readonly object[]): string {
  return toBody(records, { key: ['sku'] })
}

/** The text is made before the time is taken, because the benchmark measures the service and not the client. */
function toBody(records: readonly object[], more: object = {}): string {
  return JSON.stringify({ records, ...more })
}

function send(client: Client, body: string): Promise<Reply> {
  return client.exchange('POST', pathOf(Product), { body })
}

function requireOutcomes({ json, text }: Reply, outcome: string): void {
  const { outcomes = [] } = json ?? {}
  if (outcomes.length !== rows || outcomes.some((one) => one !== outcome))
    throw new Error(`not all ${rows} rows are ${outcome}: ${text.slice(0, 200)}`)
}

function requireWritten(reply: Reply, before: readonly RecordJson[]): void {
  const written = recordsOf(reply).filter((record, n) => record.version === (before[n]?.version ?? 0) + 1)
  if (written.length !== rows) throw new Error(`${written.length} of ${rows} rows were written`)
}
