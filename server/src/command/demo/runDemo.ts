import { join } from 'node:path'
import { buildConsole } from '../console/buildConsole.ts'
import type { Context } from '../Context.ts'
import { findFreePort, requireFreePort } from '../localPostgres/ports.ts'
import type { LocalPostgres } from '../localPostgres/startLocalPostgres.ts'
import { paint } from '../output.ts'
import { createProgress, type Progress } from '../progress.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { untilAborted, watchSignals } from '../watchSignals.ts'
import { createLog } from '../../request/log.ts'
import { type Declared, loadDeclared } from '../loadDeclared.ts'
import type { DemoConsole } from '../../http/console/DemoConsole.ts'
import { serve, type RunningService } from '../../boot/serve.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { createColleague } from './createColleague.ts'
import { createLoginLink, logIn } from './createLoginLink.ts'
import type { CurlLine } from './curlLines.ts'
import { requireExample } from './examples.ts'
import { exampleFolder } from './exampleFolder.ts'
import { fillDatabase } from './fillDatabase.ts'
import { adminName, colleagueOf, type Person } from './people.ts'
import { startDatabase } from './startDatabase.ts'

export interface DemoOptions {
  readonly port: number
  /** Whether the port was given: then the demo uses no other. */
  readonly portNamed: boolean
  readonly logLevel: string
  readonly reset: boolean
  readonly data: string | undefined
  /** The folder with PostgreSQL's programs. */
  readonly postgres: string | undefined
  /** The name of the example. */
  readonly example: string
}

/** Functions that stop what was started, in the order of the start. */
type Stops = (() => Promise<void>)[]

/** Starts the database and the service, and stops both on a signal or an error. */
export async function runDemo(context: Context, options: DemoOptions): Promise<void> {
  const signals = watchSignals(context)
  const stops: Stops = []
  try {
    if (options.portNamed) await requireFreePort(options.port)
    const postgres = await startDemo(context, options, signals.asked, stops)
    const asked = untilAborted(signals.asked).then(() => 'asked')
    if ((await Promise.race([asked, postgres.ended])) !== 'asked')
      throw new Error(`PostgreSQL has ended unexpectedly. Read the reason in ${join(postgres.folder, 'postgres.log')}.`)
  } catch (error) {
    if (!signals.asked.aborted) throw error
  } finally {
    for (const stop of stops.toReversed()) await stop()
    signals.stop()
  }
  context.stderr.write('The demo has ended; nothing of it runs any more.\n')
}

async function startDemo(
  context: Context,
  options: DemoOptions,
  signal: AbortSignal,
  stops: Stops,
): Promise<LocalPostgres> {
  const example = requireExample(options.example)
  const progress = createProgress(context, signal)
  const { postgres, secrets } = await startDatabase(context, { ...options, progress, signal })
  stops.push(postgres.stop)
  const folder = await exampleFolder(example.name)
  const { models, roles, logic } = await loadDeclared(folder)
  const { url } = postgres
  const record = await fillDatabase({ example, url, models, roles, secrets, progress, signal })
  await buildConsole({ env: context.env, progress, signal })
  signal.throwIfAborted()
  const password = secrets.adminPassword
  const model = `${example.packageName}.${example.main}`
  const begin = async () => {
    const cookie = await logIn(service.url, adminName, password)
    return cookie === undefined ? undefined : { cookie, to: `/console/r/${model}` }
  }
  const link = createLoginLink({ token: context.randomBytes(32), now: context.now, begin })
  const askColleague = createColleague(() => service.url, colleagueOf(secrets))
  const demo = { redeemLink: link.redeem, model, askColleague }
  const service = await startService(context, options, { url, folder, models, roles, logic, progress, demo })
  stops.push(service.drain)
  const jar = join(postgres.folder, 'cookies')
  const lines = example.toCurlLines({ url: service.url, username: adminName, password, jar, record })
  const others = example.peopleOf(secrets).filter(({ username }) => username !== adminName)
  printBlock(context, service.url, { folder: postgres.folder, password, others, token: link.token }, lines)
  return postgres
}

interface Started extends Pick<Declared, 'models' | 'roles' | 'logic'> {
  readonly url: string
  readonly folder: string
  readonly progress: Progress
  readonly demo: DemoConsole
}

async function startService(
  context: Context,
  { port, logLevel }: DemoOptions,
  { url, folder, models, roles, logic, progress, demo }: Started,
): Promise<RunningService> {
  const free = await findFreePort(port)
  if (port !== 0 && free !== port) progress.note(`Port ${port} is taken, so it is ${free}.`)
  const flags = {
    databaseUrl: url,
    models: folder,
    port: free,
    healthPort: await findFreePort(free + 1),
    drainDelay: '0s',
    drainTimeout: '3s',
  }
  const settings = parseSettings('serve', { flags: { ...flags, logLevel }, env: {} })
  return await progress.step('Start the service', () =>
    serve({
      settings,
      models,
      roles,
      logic,
      demo,
      log: createLog({ level: logLevel, fileDescriptor: context.stderr.fd, onExit: context.onExit }),
      ...toServeOptions(context),
    }),
  )
}

interface Shown {
  readonly folder: string
  readonly password: string
  readonly others: readonly Person[]
  /** The token of the login link. */
  readonly token: string
}

function printBlock(
  context: Context,
  url: string,
  { folder, password, others, token }: Shown,
  lines: readonly CurlLine[],
): void {
  const bold = (text: string) => paint(context.stdout, context, 'bold', text)
  const dim = (text: string) => paint(context.stdout, context, 'dim', text)
  const rows = others.map((person) => `  ${person.username.padEnd(8)}  ${person.password}  ${toRoles(person)}`)
  context.stdout.write(`
Tabularium is running.

  console   ${bold(`${url}/console/login?once=${token}`)}
            ${dim('logs you in once, within ten minutes; after that, log in with the password.')}
            ${dim('Open a record there and press "Try a conflict": a colleague changes it under your eyes.')}

  address   ${bold(url)}
  user      ${bold(adminName)}
  password  ${bold(password)}

Others who may log in, each with a role and what it allows:

${rows.join('\n')}

Paste these lines one after the other:

${lines.map(({ meaning, line }, index) => `${dim(`# ${index + 1}. ${meaning}`)}\n${line}`).join('\n\n')}

Ctrl-C ends it. The data stays in ${folder} for the next run; --reset drops it.
`)
}

function toRoles({ admin, roles }: Person): string {
  return admin ? 'administrator' : roles.join(', ')
}
