import { describe, expect, it } from 'vitest'
import { toModels } from '../../test/harness/everyType.ts'
import { links, model, role, type RoleDeclaration, text } from '../index.ts'
import { checkRoleForm, toRole } from '../model/role.ts'
import { checkRoles } from './checkRoles.ts'

const Tag = model({ name: 'org.example.Tag', title: 'name', fields: { name: text() } })
const Note = model({
  name: 'org.example.Note',
  title: 'subject',
  fields: { subject: text(), pin: text({ secret: true }), tags: links(Tag) },
})
const models = toModels([Tag, Note])

/** Returns the mistakes in a role with these rules. */
function mistakesOf(...rules: unknown[]): string[] {
  const declared = role({ name: 'clerk', rules } as RoleDeclaration)
  const form = checkRoleForm(declared, 'roles.ts')
  const mistakes = form.length > 0 ? form : checkRoles([toRole(declared, 'roles.ts')], models)
  for (const { file, model: name } of mistakes) expect([file, name]).toEqual(['roles.ts', 'role clerk'])
  return mistakes.map(({ message }) => message)
}

const own = { fieldName: 'createdBy', operator: '=', value: '$user.id' }

describe('declared roles', () => {
  it.each<[string, object]>([
    ['a model', { model: Note, read: true }],
    ['the name of a model', { model: 'org.example.Note', update: true, condition: own }],
    ['a package', { model: 'org.example.*', read: true, condition: own }],
    ['everything', { model: '*', delete: true }],
    ['a model of the service', { model: 'tabularium.User', read: true, readFields: ['username', 'roles'] }],
    [
      'fields and relations',
      { model: Note, read: true, create: true, readFields: ['subject', 'tags'], writeFields: [] },
    ],
  ])('may apply to %s', (_, rule) => {
    expect(mistakesOf(rule)).toEqual([])
  })

  it.each<[string, unknown, string | RegExp]>([
    [
      'an unknown model',
      { model: 'org.example.Noet', read: true },
      /rule 1: model must name .*Did you mean "org.example.Note"/,
    ],
    ['a package without models', { model: 'org.nothing.*', read: true }, /rule 1: model must name/],
    ['the package of the service', { model: 'tabularium.*', read: true }, /rule 1: model must name/],
    ['no model', { read: true }, 'rule 1: model must be a declared model or the name of one'],
    ['no action', { model: Note }, /rule 1: read must be true, or one of create, update, delete/],
    ['an action that is not a boolean', { model: Note, read: 'yes' }, 'rule 1: read must be true or false'],
    ['an unknown action', { model: Note, raed: true }, 'rule 1 has no member "raed". Did you mean "read"?'],
    [
      'an unknown field',
      { model: Note, read: true, readFields: ['subjct'] },
      /readFields names "subjct".*Did you mean "subject"/,
    ],
    [
      'fields that are not an array',
      { model: Note, read: true, writeFields: 'subject' },
      'rule 1: writeFields must be an array of names of fields',
    ],
    [
      'criteria about an unknown field',
      { model: Note, read: true, condition: { ...own, fieldName: 'owner' } },
      /condition does not fit org.example.Note: There is no field "owner"/,
    ],
    [
      'criteria about a secret',
      { model: Note, read: true, condition: { fieldName: 'pin', operator: '=', value: '1' } },
      /condition does not fit/,
    ],
    [
      'an unknown operator',
      { model: Note, read: true, condition: { ...own, operator: 'is' } },
      /There is no operator "is"/,
    ],
    [
      'an unknown variable',
      { model: Note, read: true, condition: { ...own, value: '$user.regoin' } },
      /There is no field "regoin" of the user/,
    ],
    [
      'the password as a variable',
      { model: Note, read: true, condition: { fieldName: 'subject', operator: '=', value: '$user.password' } },
      /There is no field "password" of the user/,
    ],
    [
      'criteria that fit one model of a package only',
      { model: 'org.example.*', read: true, condition: { fieldName: 'subject', operator: 'isNull' } },
      /does not fit org.example.Tag/,
    ],
    [
      'criteria that are not JSON',
      { model: Note, read: true, condition: { fieldName: 'subject', value: undefined } },
      'rule 1: condition must be criteria, as in a search',
    ],
    [
      'criteria that are a function',
      { model: Note, read: true, condition: () => true },
      'rule 1: condition must be criteria, as in a search',
    ],
    ['no object', 'read', /rule 1 must be an object/],
  ])('%s is a mistake', (_, rule, message) => {
    const [first, ...others] = mistakesOf(rule)
    expect(others).toEqual([])
    expect(first).toMatch(message)
  })

  it('a repeated rule is a mistake', () => {
    const rule = { model: Note, read: true, condition: own }
    expect(mistakesOf(rule, { model: Tag, read: true }, rule)).toEqual([
      'rule 3 is the same as rule 1: keep one of the two',
    ])
  })

  it('a role in two files is a mistake', () => {
    const declared = role({ name: 'clerk', rules: [] })
    const mistakes = checkRoles([toRole(declared, 'a.ts'), toRole(declared, 'b.ts')], models)
    expect(mistakes).toEqual([
      { file: 'b.ts', model: 'role clerk', message: 'is declared in a.ts as well: keep one of the two' },
    ])
  })

  it.each<[string, object, string]>([
    ['no name', { rules: [] }, 'name must be a text of 1 to 100 characters on one line'],
    ['a name of two lines', { name: 'a\nb', rules: [] }, 'name must be a text of 1 to 100 characters on one line'],
    ['a name too long', { name: 'x'.repeat(101), rules: [] }, 'name must be a text of 1 to 100 characters on one line'],
    ['help that is not a text', { name: 'a', help: 1, rules: [] }, 'help must be a text of at most 2000 characters'],
    ['no rules', { name: 'a' }, 'rules must be an array'],
    ['an unknown member', { name: 'a', rules: [], admin: true }, 'a role has no member "admin"'],
  ])('%s is a mistake', (_, declaration, message) => {
    const mistakes = checkRoleForm(role(declaration as RoleDeclaration), 'roles.ts')
    expect(mistakes.map((one) => one.message)).toEqual([expect.stringContaining(message)])
  })
})
