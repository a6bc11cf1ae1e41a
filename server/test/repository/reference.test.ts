import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bodyMembers } from '../../src/call/parameter/bodyMembers.ts'
import { headerParameters } from '../../src/call/parameter/headerParameters.ts'
import type { Parameter } from '../../src/call/parameter/Parameter.ts'
import { queryParameters } from '../../src/call/parameter/queryParameters.ts'
import type { Takes } from '../../src/call/parameter/takes.ts'
import { describeAbsence, describeMeaning } from '../../src/openapi/parameters.ts'
import { maxJsonDepth, maxMembers as mostJsonMembers } from '../../src/call/parseJson.ts'
import { maxGroups, maxNames, maxSortKeys, maxUsernameLength } from '../../src/call/parameter/limits.ts'
import { comparators } from '../../src/criteria/operators.ts'
import { maxSteps } from '../../src/criteria/path.ts'
import { maxDepth as deepestCriteria, maxCriteria } from '../../src/criteria/parseCondition.ts'
import { maxValues } from '../../src/criteria/parseOperands.ts'
import { type Code, codes, statusOf, titleOf } from '../../src/failure/failureCodes.ts'
import { contentOf, type FailureContent, placeMembers } from '../../src/failure/failureContent.ts'
import { serverOptions } from '../../src/http/createApp.ts'
import { toRoutes } from '../../src/http/routes.ts'
import { operations } from '../../src/operations/table.ts'
import { httpStatusOf } from '../../src/http/toReply.ts'
import { maxUrlLength } from '../../src/http/toRequest.ts'
import { relationOptions } from '../../src/model/checkRelation.ts'
import { modelMembers } from '../../src/model/declare.ts'
import { fieldTypes } from '../../src/model/field/fieldTypes.ts'
import { views } from '../../src/model/field/views.ts'
import { builtInFields } from '../../src/model/Model.ts'
import { maxMembers as maxSentMembers } from '../../src/model/relation/Relation.ts'
import { roleMembers, ruleMembers } from '../../src/model/role.ts'
import { maxMeasures } from '../../src/plan/aggregate.ts'
import { maxFaults, maxSuggestions } from '../../src/plan/Faults.ts'
import { maxWords } from '../../src/plan/search.ts'
import { maxWaitingLogins } from '../../src/session/createSessions.ts'
import { passwordLimits } from '../../src/session/passwordRules.ts'
import { describeDefault } from '../../src/settings/describeSettings.ts'
import { flagOf, type SettingName, settingNames, settingOf, variableOf } from '../../src/settings/table.ts'
import { maxMembers as maxShownMembers } from '../../src/statement/limit/answerSize.ts'
import { maxMembersEver } from '../../src/statement/journal/membersEver.ts'
import { maxParts, partSize } from '../../src/feed/loadPasts.ts'
import { maxBytes, maxEntries } from '../../src/statement/past.ts'
import { maxTablesForFields, maxTablesInAll, maxTablesInPart } from '../../src/statement/limit/searchCost.ts'
import { columns, figuresIn, page, root, tableIn, toCells } from '../harness/pages.ts'

/**
 * The figures of the limits in api/limits.md: counts, characters and bytes as they are, sizes and times in the unit of
 * the page.
 */
const limits: Record<string, readonly number[]> = {
  body: [defaultOf('bodyLimit') / 1_024 ** 2],
  'depth of JSON': [maxJsonDepth],
  'members of one JSON object': [mostJsonMembers],
  'records of one find': [defaultOf('maxLimit')],
  'criteria of one search': [maxCriteria, deepestCriteria],
  'references and relations that criteria and sort keys lead over': [maxTablesInPart - 1],
  'tables that one search reads (what counts)': [maxTablesInAll],
  'references and relations that fields lead over': [maxTablesForFields],
  'answer of a read, search, find or history': [defaultOf('answerLimit') / 1_024 ** 2],
  'answer of a write of many records': [defaultOf('answerLimit') / 1_024 ** 2],
  'what is looked through for an old version or a conflict': [maxEntries, maxBytes / 1_024 ** 2],
  'what is looked through to find out whether you saw a record before and after a change': [
    maxParts,
    partSize,
    maxBytes / 1_024 ** 2,
  ],
  'fields in groupBy / in the functions of an aggregate together': [maxGroups, maxMeasures],
  "groups of one aggregate's answer": [defaultOf('maxLimit')],
  'time of one aggregate': [defaultOf('aggregateTimeout') / 1_000],
  'values of one in or notIn': [maxValues],
  'steps of one dotted name': [maxSteps],
  'names in fields / in sortBy / words in q': [maxNames, maxSortKeys, maxWords],
  'members of a collection or links, shown in one record': [maxShownMembers],
  'members of a collection or links, sent with one record': [maxSentMembers],
  'members of a collection, present and former, in one history': [maxMembersEver],
  'faults named in one answer': [maxFaults, maxSuggestions],
  'records of one bulk call': [defaultOf('maxBulk')],
  maxAffected: [],
  'operations of one transaction': [],
  'other records cleared or deleted by one write': [],
  'path and query': [maxUrlLength],
  headers: [serverOptions.maxHeaderSize / 1_024],
  'time to send the headers / the whole request': [
    serverOptions.headersTimeout / 1_000,
    serverOptions.requestTimeout / 1_000,
  ],
  'username at login': [maxUsernameLength],
  'password at login': [passwordLimits.maxLength, passwordLimits.maxBytes],
  'a new password': [passwordLimits.minLength, passwordLimits.maxLength, passwordLimits.maxBytes],
  'wrong logins': [defaultOf('loginAttempts'), defaultOf('loginRate')],
  'logins being checked at once': [maxWaitingLogins],
  'requests under way at once': [defaultOf('maxRequests'), defaultOf('maxDelay')],
  'idle keep-alive connection': [serverOptions.keepAliveTimeout / 1_000],
}

/** The default of a setting that is a number, a size or a time. */
function defaultOf(name: SettingName): number {
  const { kind, default: text } = settingOf(name)
  return Number(kind.parse(text ?? ''))
}

/** What the failures of a code bring, as errors.md shows it. */
function rowsOf(code: Code, { data = {}, errors, retryAfter, allow }: FailureContent): string[][] {
  return [
    ...Object.entries(data).map(([name, { optional, description }]) => [
      code,
      `data.${name}`,
      optional ? 'no' : 'yes',
      `${description.charAt(0).toLowerCase()}${description.slice(1, -1)}`,
    ]),
    ...(errors ? [[code, 'errors', 'yes', 'messages by field']] : []),
    ...(retryAfter ? [[code, 'Retry-After', 'yes', 'seconds']] : []),
    ...(allow ? [[code, 'Allow', 'yes', 'the methods of the path']] : []),
  ]
}

/** What an operation takes, as the tables of the pages show it. */
function parameterRows({ query, headers, members, isInData }: Takes): string[][] {
  const toRow = (place: string, key: string, row: Parameter) =>
    [
      row.name ?? key,
      place,
      row.required ? 'required' : describeAbsence(row, defaultOf('maxLimit')),
      describeMeaning(row),
    ].map((cell) => cell.replaceAll('`', ''))
  return [
    ...query.keys.map((key) => toRow('query', key, queryParameters[key])),
    ...headers.map((key) => toRow('header', key, headerParameters[key])),
    ...members.keys.map((key) => toRow(isInData ? 'data' : 'body', key, bodyMembers[key])),
  ]
}

/** The tables of a page whose header is `parameter of` an operation, with the name of the operation. */
function parameterTables(text: string): [operation: string, rows: string[][]][] {
  const tables = text.matchAll(/^\| parameter of (\w+) \|.*\n\|[-|]+\|\n((?:\|.*\|\n)*)/gm)
  return Array.from(tables, ([, operation = '', rows = '']) => [operation, rows.trim().split('\n').map(toCells)])
}

function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

describe('the reference tells what the code does', () => {
  test('errors.md lists every code with its HTTP status, its status and its title', () => {
    const listed = columns(tableIn('docs/reference/errors.md', 'Codes'), 0, 1, 2, 3)
    expect(listed).toEqual(codes.map((code) => [code, `${httpStatusOf[code]}`, `${statusOf[code]}`, titleOf[code]]))
  })

  test('errors.md lists what each code brings, and whether always', () => {
    const listed = tableIn('docs/reference/errors.md', 'What a failure has')
    expect(listed).toEqual(codes.flatMap((code) => rowsOf(code, contentOf[code])))
    expect(page('docs/reference/errors.md')).toContain('| `data.place` |')
    expect(page('docs/reference/errors.md')).toContain('| `data.index` |')
    expect(Object.keys(placeMembers)).toEqual(['place', 'index', 'problems', 'problemCount', 'complete'])
  })

  test('errors.md lists every value of status', () => {
    const listed = tableIn('docs/reference/errors.md', 'Values of `status`').map(([status]) => Number(status))
    const used = new Set([0, ...Object.values(statusOf)])
    expect(listed).toEqual([...used].sort((a, b) => b - a))
  })

  test('api/overview.md lists every route', () => {
    const listed = columns(tableIn('docs/reference/api/overview.md', 'Routes'), 0, 1, 2)
    expect(listed).toEqual(toRoutes(operations).map(({ method, path, operation }) => [method, path, operation.name]))
  })

  test('api/records.md shows the values of every field type', () => {
    const shown = tableIn('docs/reference/api/records.md', 'Values').map(([value]) => value)
    expect(shown).toEqual(expect.arrayContaining(Object.keys(fieldTypes)))
  })

  test('settings.md is the table of settings', () => {
    const described = settingNames.map((name) => [
      name,
      variableOf(name),
      flagOf(name),
      describeDefault(name),
      settingOf(name).description,
    ])
    expect(tableIn('docs/reference/settings.md')).toEqual(described)
  })

  test('models.md lists every field type with its options and its column', () => {
    const digits = { precision: 'precision', scale: 'scale' }
    const field = { ...digits, result: { type: 'decimal', ...digits } } as never
    const types = Object.entries(fieldTypes).map(([name, { options, without = [], columnType }]) => [
      name,
      options.join(', '),
      without.join(', '),
      columnType(field),
    ])
    expect(tableIn('docs/reference/models.md', 'Types of fields')).toEqual(types)
  })

  test('models.md lists every type of relation with its options', () => {
    const common = tableIn('docs/reference/models.md', 'Common options').map(([option]) => option)
    const types = Object.entries(relationOptions).map(([name, options]) => [
      name,
      options.filter((option) => !common.includes(option)).join(', '),
    ])
    expect(tableIn('docs/reference/models.md', 'Types of relations')).toEqual(types)
  })

  test('models.md names every member of a model', () => {
    const listed = tableIn('docs/reference/models.md', 'A model').map(([member]) => member)
    expect(listed).toHaveLength(modelMembers.length)
    expect(listed).toEqual(expect.arrayContaining([...modelMembers]))
  })

  test('models.md names every member of a role and of a rule', () => {
    const roles = page('docs/reference/models.md').split('\n## Roles\n')[1] ?? ''
    const membersIn = (header: string) => {
      const [table = ''] = roles.split(`| ${header} |`)[1]?.split('\n\n') ?? []
      const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
      return cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, member]) => member))
    }
    expect(membersIn('member of a role')).toEqual(roleMembers)
    expect(membersIn('member of a rule')).toEqual(ruleMembers)
  })

  test('the page about the console and models lists every view, and members that exist', () => {
    const path = 'docs/how-to/models/console-and-models.md'
    expect(tableIn(path, 'The views of a field').map(([view]) => view)).toEqual([...views])
    const members = tableIn(path, 'What becomes of each member').flatMap(([cell = '']) =>
      cell.split(', ').map((name) => name.split(/ |:/)[0] ?? ''),
    )
    const options = Object.values(fieldTypes).flatMap((type) => [...type.options])
    const known = [
      ...modelMembers,
      ...options,
      ...Object.keys(relationOptions),
      'label',
      'help',
      'required',
      'secret',
      'view',
    ]
    expect(members.filter((member) => !known.includes(member))).toEqual([])
  })

  test('api/limits.md lists every limit with its figures', () => {
    const listed = tableIn('docs/reference/api/limits.md').map(([what = '', limit = '']) => [
      withoutLinks(what),
      figuresIn(withoutLinks(limit)),
    ])
    expect(Object.fromEntries(listed)).toEqual(limits)
    expect(listed).toHaveLength(Object.keys(limits).length)
  })

  test('the pages list what each operation takes', () => {
    const listed = globSync('docs/reference/**/*.md', { cwd: root }).flatMap((path) => parameterTables(page(path)))
    const taken = operations.map(({ name, takes }) => [name, parameterRows(takes)] as const)
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(taken.filter(([, rows]) => rows.length > 0)))
    expect(listed).toHaveLength(taken.filter(([, rows]) => rows.length > 0).length)
  })

  test('api/search.md lists every operator', () => {
    const listed = tableIn('docs/reference/api/search.md', 'Operators').map(([operator]) => operator)
    expect(listed).toEqual([...comparators])
  })

  test('models.md names what every record has', () => {
    const listed = tableIn('docs/reference/models.md', 'What every record has').map(([field]) => field)
    expect(listed).toEqual([...builtInFields])
  })
})
