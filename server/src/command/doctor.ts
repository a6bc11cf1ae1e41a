import { type Command, InvalidArgumentError } from 'commander'
import type { Query } from '../schema/RecordState.ts'
import { parseSettings } from '../settings/parseSettings.ts'
import { CommandFailure } from './CommandFailure.ts'
import type { Context } from './Context.ts'
import type { Examination } from './doctor/examine.ts'
import type { Finding } from './doctor/Finding.ts'
import { printForeign } from './migrate/foreign.ts'
import { newCommand, sourceOf, withSettings } from './newCommand.ts'
import { counted, paint, printJson } from './output.ts'

interface Flags {
  json?: true
  rows: number
  recount?: true
  journal?: true
  fix?: true
}

/** `doctor`: finds problems before they affect clients. */
export function doctorCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'doctor',
    description:
      'Find searches that scan, differences of the schema or the roles, and problems of the database or logins.\n' +
      'Each finding says what is wrong, why it matters and what to do. Ends with 1 if a finding is not fixed.',
    examples: [
      ['tabularium doctor', 'for people'],
      ['tabularium doctor --json', 'for programs: an object with searches, findings and foreign'],
      ['tabularium doctor --recount --fix', 'after rows were written by hand with SQL'],
      ['tabularium doctor --journal --fix', 'after an upgrade or a copy by logical replication'],
    ],
    exits: ['unreachable'],
  })
    .option('--json', 'print JSON')
    .option('--rows <count>', 'tables of fewer rows may be read whole', readRows, 10_000)
    .option('--recount', 'count all records and compare the counts with them')
    .option('--journal', 'compare all records with the journal')
    .option('--fix', 'set sequences right, and with --recount the counts; writes of the model wait meanwhile')
  return withSettings(command, 'doctor').action(async () => {
    const settings = parseSettings('doctor', sourceOf(command, context))
    const { json, rows, recount = false, journal = false, fix = false } = command.opts<Flags>()
    const [{ withConnection }, { loadDeclared }, { examine }, { findSignIn }, providers] = await Promise.all([
      import('./openConnection.ts'),
      import('./loadDeclared.ts'),
      import('./doctor/examine.ts'),
      import('./doctor/findSignIn.ts'),
      import('./doctor/checkProviders.ts'),
    ])
    const { models, roles, logic, signIn } = await loadDeclared(settings.models, settings)
    const reactions = [...logic.reactions.keys()]
    const mails = { hasServer: settings.smtpUrl !== undefined, hasAddress: settings.publicUrl !== undefined }
    const passwords = signIn?.passwords ?? 'all'
    const options = { rows, recount, journal, fix, roles, reactions, mails, passwords }
    const found = findSignIn(signIn, settings.databaseUrl, context)
    const { tried, ...examination } = await withConnection(
      settings.directDatabaseUrl,
      settings.connectTimeout,
      async (connection) => {
        const query: Query = (statement) => connection.query(statement)
        const { findings, ...examined } = await examine(query, models, options)
        const tries = await providers.tryProviders(found.signIn, settings.publicUrl, query, () => context.now())
        const all = [...findings, ...found.findings, ...providers.toFindings(tries)]
        return { ...examined, findings: all, tried: tries }
      },
    )
    const lines = providers.toProviderLines(tried)
    if (json) printJson(context.stdout, tried.length === 0 ? examination : { ...examination, providers: tried })
    else if (lines.length > 0) context.stdout.write(`${lines.join('\n')}\n\n`)
    if (!json) printExamination(context, examination)
    if (examination.findings.some(({ fixed }) => !fixed)) throw new CommandFailure('failure', '')
  })
}

function printExamination(context: Context, { searches, findings, foreign }: Examination): void {
  const { stdout } = context
  for (const [index, finding] of findings.entries())
    stdout.write(`${toLines(context, finding, index + 1).join('\n')}\n\n`)
  printForeign(context, foreign)
  const looked = `${counted(searches.examined, 'noted search').replace(/searchs$/, 'searches')} looked at`
  const passed = searches.outdated > 0 ? `, ${searches.outdated} older than the schema passed over` : ''
  stdout.write(
    `${findings.length === 0 ? 'Nothing found' : counted(findings.length, 'finding')}; ${looked}${passed}.\n`,
  )
}

function toLines(context: Context, { what, why, advice, fixed }: Finding, number: number): string[] {
  return [
    `${number}. ${paint(context.stdout, context, 'bold', what)}`,
    `   why: ${why}`,
    ...(fixed ? ['   set right'] : advice.map((line) => `   do:  ${line}`)),
  ]
}

function readRows(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, such as 10000.')
  return Number(text)
}
