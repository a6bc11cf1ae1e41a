import { once } from 'node:events'
import { join } from 'node:path'
import type { DemoHost, DemoOptions, HostedPostgres, Person } from 'tabularium/demo'
import { createColleague } from './createColleague.ts'
import { createLoginLink, logIn } from './createLoginLink.ts'
import type { CurlLine } from './curlLines.ts'
import { demoConsole } from './demoConsole.ts'
import { requireExample } from './examples.ts'
import { exampleFolder } from './exampleFolder.ts'
import { fillDatabase } from './fillDatabase.ts'
import { adminName, colleagueOf } from './people.ts'
import { startDatabase } from './startDatabase.ts'

/** Functions that stop what was started, in the order of the start. */
type Stops = (() => Promise<void>)[]

/** Starts the database and the service, and stops both when it is asked to end or after an error. */
export async function runDemo(host: DemoHost, options: DemoOptions): Promise<void> {
  const stops: Stops = []
  try {
    if (options.portNamed) await host.requireFreePort(options.port)
    const postgres = await startDemo(host, options, stops)
    const asked = untilAborted(host.signal).then(() => 'asked')
    if ((await Promise.race([asked, postgres.ended])) !== 'asked')
      throw new Error(`PostgreSQL has ended unexpectedly. Read the reason in ${join(postgres.folder, 'postgres.log')}.`)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function startDemo(host: DemoHost, options: DemoOptions, stops: Stops): Promise<HostedPostgres> {
  const example = requireExample(options.example)
  const { postgres, secrets } = await startDatabase(host, options)
  stops.push(postgres.stop)
  const models = await host.load(await exampleFolder(example.name))
  const { url } = postgres
  const record = await fillDatabase(host, { example, models, url, secrets })
  await host.buildConsole()
  host.signal.throwIfAborted()
  const password = secrets.adminPassword
  const model = `${example.packageName}.${example.main}`
  const begin = async () => {
    const cookie = await logIn(service.url, adminName, password)
    return cookie === undefined ? undefined : { cookie, to: `/console/r/${model}` }
  }
  const link = createLoginLink({ token: host.randomBytes(32), now: () => host.now(), begin })
  const askColleague = createColleague(() => service.url, colleagueOf(secrets))
  const extension = demoConsole({ model, redeemLink: link.redeem, askColleague })
  const { port, logLevel } = options
  const service = await models.serve({ databaseUrl: url, port, logLevel, extension })
  stops.push(() => service.drain())
  const jar = join(postgres.folder, 'cookies')
  const lines = example.toCurlLines({ url: service.url, username: adminName, password, jar, record })
  const others = example.peopleOf(secrets).filter(({ username }) => username !== adminName)
  printBlock(host, service.url, { folder: postgres.folder, password, others, token: link.token }, lines)
  return postgres
}

interface Shown {
  readonly folder: string
  readonly password: string
  readonly others: readonly Person[]
  /** The token of the login link. */
  readonly token: string
}

function printBlock(
  host: DemoHost,
  url: string,
  { folder, password, others, token }: Shown,
  lines: readonly CurlLine[],
): void {
  const bold = (text: string) => host.paint('bold', text)
  const dim = (text: string) => host.paint('dim', text)
  const rows = others.map((person) => `  ${person.username.padEnd(8)}  ${person.password}  ${toRoles(person)}`)
  host.print(`
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
