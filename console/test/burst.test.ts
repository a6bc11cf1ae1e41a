import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { until } from '../../server/test/harness/poll.ts'
import { pick, randomFrom } from '../../server/test/harness/random.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { pressAll } from './pressAll.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const seed = Number(process.env['TABULARIUM_TEST_SEED'] ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
const people = ['Zoela', 'Quentin', 'Marta', 'Ivo', 'Bela']
const ids = new Map<string, number>()

beforeAll(async () => {
  for (const firstName of people) {
    const { id } = recordOf(await stage.client.create(Contact, { firstName, lastName: 'Quill' }))
    ids.set(firstName, id)
  }
})

/** Keys, and what they must lead to. */
interface Script {
  readonly keys: readonly string[]
  /** The button that has the focus to begin with; without one, the page has it. */
  readonly from?: string
  /** What is shown in the end; undefined until it is. */
  readonly leadsTo: (page: Page) => Promise<boolean>
}

const lettersOf = (text: string) => Array.from(text)
const whereOf = (page: Page) => new URL(page.url()).searchParams.get('where') ?? ''
const hasNoDialog = async (page: Page) => (await page.getByRole('dialog').count()) === 0

/** What somebody who knows the keys types at once, each with random words. */
const scripts: readonly (() => Script)[] = [
  () => {
    const word = pick(random, ['abc', 'ivo', 'h.d?n', 'jkfbep'])
    return {
      keys: ['f', ...lettersOf('e-mail'), 'Enter', ...lettersOf(word), 'Enter'],
      leadsTo: async (page) => whereOf(page).includes(`"${word}"`) && (await hasNoDialog(page)),
    }
  },
  () => {
    const name = pick(random, people)
    return {
      keys: ['f', ...lettersOf('first'), 'Enter', ...lettersOf(name), 'Enter', 'j', 'Enter'],
      // Enter opens the record that the filter found, and none of those that were there before.
      leadsTo: async (page) => page.url().endsWith(`/${ids.get(name)}`) && (await hasNoDialog(page)),
    }
  },
  () => {
    const name = pick(random, people)
    return {
      keys: ['Control+k', ...lettersOf(`${name}x`), 'Backspace', 'Enter'],
      leadsTo: async (page) => page.url().endsWith(`/${ids.get(name)}`),
    }
  },
  () => ({
    keys: ['Control+k', ...lettersOf('company'), 'Enter'],
    leadsTo: async (page) => page.url().endsWith(`/r/${Company}`),
  }),
  () => {
    // No name of a person: the palette would find them by it.
    const email = `${pick(random, ['h.j', 'f.n?', 'post'])}.${Math.floor(random() * 1e6)}@example.com`.replace('?', '')
    return {
      keys: ['j', 'ArrowRight', 'ArrowRight', 'F2', ...lettersOf(email), 'Enter'],
      leadsTo: async (page) => page.getByRole('gridcell', { name: email }).isVisible(),
    }
  },
  () => {
    const email = `b${Math.floor(random() * 1e6)}@example.com`
    return {
      keys: ['j', 'ArrowRight', 'ArrowRight', 'b', ...lettersOf(email), 'Control+Enter'],
      leadsTo: async (page) => page.getByRole('dialog').getByText(email).first().isVisible(),
    }
  },
  () => ({
    keys: ['Enter', 'ArrowDown', 'Enter', ...lettersOf('birth'), 'Enter', 'Escape'],
    from: 'View',
    leadsTo: async (page) => page.url().includes('birthDate') && (await hasNoDialog(page)),
  }),
  () => ({
    keys: ['.', 'Escape', '?', 'Escape', 'g', 'm'],
    leadsTo: async (page) => page.url().endsWith('/models') && (await hasNoDialog(page)),
  }),
]

describe('keys that come faster than what they open', () => {
  it('are all there, and each means what it meant to whoever pressed it', { timeout: 3_600_000 }, async () => {
    console.log(`TABULARIUM_TEST_SEED=${seed}`)
    const ada = await visit()
    await ada.arrive(`/r/${Contact}`)
    const { page } = ada
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    const rounds = sizeOf({ inCi: 16, long: 200 })
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) {
      const script = scripts[round % scripts.length]
      if (!script) continue
      const { keys, from, leadsTo } = script()
      // A page that was just opened has loaded nothing of what the keys open.
      await ada.go(`/r/${Contact}`)
      await page.getByRole('row').nth(2).waitFor()
      if (from !== undefined) await ada.button(from).focus()
      await pressAll(session, keys)
      const told = `${keys.join(' ')} in round ${round} of seed ${seed}`
      await until(told, () => leadsTo(page), { within: 15_000 }).catch(async () => {
        const dialogs = await page.getByRole('dialog').allInnerTexts()
        const active = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)')
        wrong.push(`${told} led to ${page.url()} ${dialogs.length} ${active}`)
      })
    }
    expect(wrong).toEqual([])
    expect(ada.faults).toEqual([])
  })
})
