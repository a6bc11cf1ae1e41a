import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const assets = join(import.meta.dirname, '../dist/assets')

/** More than this many files wait for each other, however small they are. */
const mostScripts = 8
/** Smaller files cost more in the round trip than they save, in bytes. */
const smallest = 8_000

it('no route loads more than eight scripts', async () => {
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
  const paths = [`/r/${Contact}`, `/r/${Contact}/${id}`, `/r/${Contact}/new`, '/', `/r/${Contact}/${id}/history`]
  const ada = await visit()
  // What the next screens need is loaded when the browser has nothing to do, and this one never says so.
  await ada.page.addInitScript('globalThis.requestIdleCallback = () => 0')
  const counts: Record<string, number> = {}
  for (const path of [...paths, '/access', '/changes', '/models', '/me']) {
    await ada.arrive(path)
    await ada.quiet()
    const names = await ada.page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)
    counts[path] = new Set(names.filter((name) => name.endsWith('.js'))).size
  }
  expect(Object.entries(counts).filter(([, count]) => count > mostScripts || count < 3)).toEqual([])
})

it('no file of the console is small', () => {
  const sizes = globSync('*.js', { cwd: assets }).map(
    (name) => [name, readFileSync(join(assets, name)).length] as const,
  )
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes.filter(([, size]) => size < smallest)).toEqual([])
})

it('the page asks for the files of its address before the program is there', async () => {
  const ada = await visit(stage.service.url, /ERR_FAILED/)
  await ada.page.route('**/assets/index-*.js', (route) => route.abort())
  const preloaded = async (path: string) => {
    await ada.go(path)
    const links = await ada.page.evaluate<string[]>(
      `[...document.querySelectorAll('link[rel=modulepreload]')].map(({ href }) => new URL(href).pathname)`,
    )
    for (const link of links) expect((await ada.page.request.get(`${stage.service.url}${link}`)).status()).toBe(200)
    return links.map((link) => link.replace(/^\/console\/assets\/(.*)-.{8}\.js$/, '$1')).toSorted()
  }
  expect(await preloaded(`/r/${Contact}/new`)).toEqual(['common', 'record'])
  expect(await preloaded('/access/why?as=ada')).toEqual(['common', 'settings'])
  expect(await preloaded(`/r/${Contact}`)).toEqual([])
})
