import { median } from '../../server/bench/figures.ts'
import type { Gauge } from './Bar.ts'
import { contactModel } from './fill.ts'
import { waitForFirstRow } from './firstRow.ts'
import { takeSample } from './sampled.ts'

const limit = 50
/** Columns whose pairs make addresses that were not asked for before. */
const columns = ['firstName', 'lastName', 'email', 'phone', 'status', 'credit', 'birthDate', 'vip', 'lastContactedOn']
const pairs = columns.flatMap((one, n) => columns.slice(n + 1).map((other) => `fullName,${one},${other}`))

/** A page deep in the list, compared with the first one, in the browser. */
export const deepPage: Gauge = {
  name: 'pages',
  bars: [{ name: 'page 18,000 ÷ page 1 of 1,000,000 by id', unit: '×', must: 1.5, reach: 1.2 }],
  measure: async (stage) => {
    const offset = Math.floor((stage.records * 0.9) / limit) * limit - limit
    const list = `/console/r/${contactModel}`
    return stage.onPage(list, async (page) => {
      await waitForFirstRow(page)
      const turn = (fields: string, to: number) =>
        page.evaluate<number>(
          `turnTo(${JSON.stringify(`${list}?fields=${fields}${to > 0 ? `&offset=${to}` : ''}`)}, ${to})`,
        )
      const times: { readonly deep: number; readonly first: number }[] = []
      for (const fields of pairs)
        times.push(
          await takeSample(stage, 'pages', async () => {
            // The columns change with this turn, and both of the measured ones find them there.
            await turn(fields, limit)
            return { deep: await turn(fields, offset), first: await turn(fields, 0) }
          }),
        )
      return [median(times.map(({ deep }) => deep)) / median(times.map(({ first }) => first))]
    })
  },
}
