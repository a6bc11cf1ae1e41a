import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = import.meta.dirname
const page = readFileSync(join(src, '../../docs/reference/client.md'), 'utf8')

/** The first column of the table below a heading. */
function listed(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1] ?? ''
  const [table = ''] = /(?:^\|.*\|\n)+/m.exec(section) ?? []
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]?.trim() ?? '')
}

/** The members of an interface. */
function membersOf(file: string, name: string): string[] {
  const [, body = ''] = new RegExp(`export interface ${name}\\b.*?\\{\\n(.*?)\\n\\}`, 's').exec(source(file)) ?? []
  return Array.from(body.matchAll(/^ {2}(?:readonly )?(\w+)\??[<(:]/gm), ([, member]) => member ?? '')
}

function source(file: string): string {
  return readFileSync(join(src, file), 'utf8')
}

/** The names of methods in a column: `find(query)` is `find`. */
function methodsIn(heading: string): string[] {
  return listed(heading).map((cell) => /^`(\w+)\(/.exec(cell)?.[1] ?? cell)
}

describe('client.md tells what the client has', () => {
  it('every export, and no other', () => {
    const exported = Array.from(source('index.ts').matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, names]) =>
      (names ?? '').split(',').map((name) => name.trim()),
    ).flat()
    const named = listed('Exports').flatMap((cell) => cell.replaceAll('`', '').split(', '))
    expect(named.toSorted()).toEqual(exported.toSorted())
    expect(exported.length).toBeGreaterThan(20)
  })

  it('every export for changes, and every option', () => {
    const text = source('changes.ts')
    const declared = Array.from(
      text.matchAll(/^export (?:async )?(?:function\*?|interface) (\w+)/gm),
      ([, name]) => name,
    )
    const passedOn = Array.from(
      text.matchAll(/^export type \{([^}]*)\}/gm),
      ([, names]) => names?.split(',') ?? [],
    ).flat()
    const named = listed('Changes').flatMap((cell) => cell.replaceAll('`', '').split(', '))
    expect(named.toSorted()).toEqual([...declared, ...passedOn.map((name) => name.trim())].toSorted())
    const options = listed('Options of changes').map((cell) => cell.replaceAll('`', ''))
    expect(options).toEqual(membersOf('changes.ts', 'FollowOptions'))
    expect(options).toContain('signal')
  })

  it('every option of a client', () => {
    expect(listed('Options of a client').map((cell) => cell.replaceAll('`', ''))).toEqual(
      membersOf('connection.ts', 'ClientOptions'),
    )
  })

  it('every method of a client and of records, in order', () => {
    expect(methodsIn('Methods of a client')).toEqual(membersOf('createClient.ts', 'Client'))
    expect(methodsIn('Methods of records')).toEqual(membersOf('types/Records.ts', 'Records'))
  })

  it('every code that the client adds', () => {
    const own = /The last three are the client's own[^]*?\n {2}internal: .+\n([^]*?)\n\}/.exec(source('errors.ts'))?.[1]
    const added = Array.from((own ?? '').matchAll(/^ {2}'([\w-]+)'/gm), ([, code]) => `\`${code}\``)
    expect(listed('Errors')).toEqual(added)
  })
})
