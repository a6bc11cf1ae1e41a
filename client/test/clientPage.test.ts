import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { Project } from './compile.ts'

const project = new Project()
afterAll(() => project.remove())

/** The examples of a page, as one module: what one declares, the next ones use. */
function examplesOf(path: string): string {
  const page = readFileSync(fileURLToPath(import.meta.resolve(`../../${path}`)), 'utf8')
  return Array.from(page.matchAll(/^```ts\n(.*?)^```/gms), ([, code]) => code ?? '').join('\n')
}

/** The examples with the files of the contacts and orders examples in the place of a reader's own. */
function toPage(code: string): string {
  return code
    .replaceAll("'../models/index.ts'", "'./models.ts'")
    .replaceAll("'./orders/ship.ts'", "'../../examples/orders/ship.ts'")
}

it.each(['docs/reference/client.md', 'client/README.md', 'docs/how-to/records/follow-changes.md'])(
  'the examples of %s compile',
  (path) => {
    const models = ['Company', 'Contact', 'Interaction', 'Tag']
    const examples = models.map((name) => `export * from '../../examples/contacts/${name}.ts'`)
    project.write('models.ts', examples.join('\n'))
    const code = examplesOf(path)
    expect(code).toContain('createClient<typeof models>')
    project.write('page.ts', toPage(code))
    expect(project.compile()).toBe('')
  },
)

it('an example with a mistake does not', () => {
  const code = examplesOf('docs/reference/client.md').replace("'company.country': 'FR'", "'company.contry': 'FR'")
  project.write('page.ts', toPage(code))
  expect(project.compile()).toContain('There is no field company.contry')
})
