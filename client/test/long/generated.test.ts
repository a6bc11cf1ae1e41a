import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contactsFolder, ordersFolder, runTabularium } from '../../../server/test/harness/commandLine.ts'
import { Project } from '../compile.ts'

const project = new Project()
afterAll(() => project.remove())

const examples = {
  Contacts: {
    folder: contactsFolder,
    models: ['Company', 'Contact', 'Interaction', 'Tag'],
    at: 'com.example.contacts',
  },
  Orders: {
    folder: ordersFolder,
    models: ['Customer', 'Invoice', 'Line', 'Order', 'Product'],
    at: 'com.example.orders',
  },
}

/** A file that compiles if both modules give the same types for every model. */
function toComparison(example: keyof typeof examples): string {
  const { models, at } = examples[example]
  const names = models.map((name) => `${at}.${name}`)
  const lines = names.flatMap((name) =>
    ['RecordOf', 'NewOf', 'ChangeOf', 'CriteriaOf'].map(
      (type) => `same<Mutual<${type}<typeof generated, '${name}'>, ${type}<${example}, '${name}'>>>()`,
    ),
  )
  return `import type { ChangeOf, CriteriaOf, NewOf, RecordOf } from '@tabularium/client'
import type * as generated from './generated${example}.ts'
import type { ${example} } from '../../client/test/models.ts'
type Mutual<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
function same<_Holds extends true>(): void {}
${lines.join('\n')}
`
}

/** The same for the record types of the server package. */
function toServerComparison(): string {
  const models = Object.entries(examples).flatMap(([example, { models: all, folder }]) =>
    all.map((name) => ({ name, example, file: `../../examples/${basename(folder)}/${name}.ts` })),
  )
  return `import type { NewRecordOf, RecordOf } from 'tabularium'
${models.map(({ name, file }) => `import type { ${name} } from '${file}'`).join('\n')}
${Object.keys(examples)
  .map((example) => `import type * as ${example} from './generated${example}.ts'`)
  .join('\n')}
type Mutual<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
function same<_Holds extends true>(): void {}
${models
  .flatMap(({ name, example }) =>
    ['RecordOf', 'NewRecordOf'].map(
      (type) => `same<Mutual<${type}<typeof ${example}.${name}>, ${type}<typeof ${name}>>>()`,
    ),
  )
  .join('\n')}
`
}

describe('the file of tabularium types', () => {
  it('gives the same types as the declarations, for all models of both examples', async () => {
    for (const [example, { folder }] of Object.entries(examples))
      await runTabularium(['types', '--models', folder, '--output', join(project.folder, `generated${example}.ts`)], {})
    project.write('contacts.ts', toComparison('Contacts'))
    project.write('orders.ts', toComparison('Orders'))
    project.write('server.ts', toServerComparison())
    expect(project.compile()).toBe('')
  })

  it('is noticed if one type differs', () => {
    project.write('wrong.ts', toComparison('Orders').replace('NewOf<typeof generated', 'RecordOf<typeof generated'))
    expect(project.compile()).toMatch(/^\.tabularium\/.*wrong\.ts\(\d+,\d+\): error TS2344/)
  })
})
