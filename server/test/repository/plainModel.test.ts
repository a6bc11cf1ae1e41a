import { expect, it } from 'vitest'
import { plan } from '../harness/plans.ts'
import { cases, contacts, statementsOf } from '../harness/recordStatements.ts'

/** What most requests send. */
const often = ['find at the start', 'read', 'create', 'update', 'delete', 'create with a key', 'history', 'past']
const name = 'com.example.contacts.Interaction'

/** The table of the model, from an empty database. */
function tableSql(): string {
  const steps = plan({ exists: true, sequences: [], tables: [] }, contacts)
  return steps
    .filter(({ title }) => title.includes(name))
    .map(({ title, statements }) => `-- ${title}\n${statements.map((statement) => `${statement};`).join('\n')}`)
    .join('\n\n')
}

function statementSql(): string {
  const one = cases.find((own) => own.name === name && own.visibility === 'everything')
  const statements = one ? statementsOf(one, 1) : {}
  return often.map((what) => `-- ${what}\n${statements[what]?.toQuery().text.trim()};`).join('\n\n')
}

// What a model does not use must not change its SQL. If it has to change, say why in the commit, and write it anew by
// npx vitest run --project pure plainModel --update
it('the SQL of a plain model is as committed', async () => {
  await expect(`${tableSql()}\n\n${statementSql()}\n`).toMatchFileSnapshot('plainModel.txt')
})
