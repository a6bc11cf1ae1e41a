import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cases, statementsOf } from '../harness/recordStatements.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/explanation/statements.md'), 'utf8')

/** The heading of each statement on the page. */
const statements = { Read: 'read', Find: 'find at the start', Create: 'create', Update: 'update', Delete: 'delete' }

it.each(Object.entries(statements))('the page of statements prints %s as the code makes it', (heading, statement) => {
  const [tag] = cases.filter(({ name, visibility }) => name.endsWith('.Tag') && visibility === 'everything')
  const printed = new RegExp(`^## ${heading}\\n[\\s\\S]*?^\`\`\`sql\\n([\\s\\S]*?)\\n\`\`\`$`, 'm').exec(page)?.[1]
  expect(printed).toBe(tag && statementsOf(tag, 1)[statement]?.toQuery().text.trim())
})
