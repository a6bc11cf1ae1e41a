import { createLog } from '../../request/log.ts'
import { isBuiltIn } from '../../model/builtIn/names.ts'
import type { Models } from '../../model/Models.ts'
import { type ServeOptions, startService } from '../../boot/serve.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Settings } from '../../settings/Settings.ts'
import { createTextMailer } from '../../work/mail/createTextMailer.ts'
import { reportToPrimary } from '../../workers/reportToPrimary.ts'
import type { PrimaryProcess } from '../../workers/WorkerProcess.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { loadDeclared } from '../loadDeclared.ts'
import { withConnection } from '../openConnection.ts'
import { paint } from '../output.ts'
import { toSignIn } from '../toSignIn.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { untilAborted, watchSignals } from '../watchSignals.ts'
import { prepareDatabase } from './prepareDatabase.ts'
import { adminName, requireAdministrator } from './requireAdministrator.ts'
import type { Task } from './Task.ts'
import { toLogText } from './toLogText.ts'

export interface WorkerOptions {
  readonly models: string
  readonly timeZone: string | undefined
  readonly origins: string
  readonly logLevel: string
}

/** Loads the models as they are now, changes the database, and serves them until the primary or a signal ends it. */
export async function runDevWorker(context: Context, primary: PrimaryProcess, options: WorkerOptions): Promise<void> {
  const task = JSON.parse(primary.task ?? '') as Task
  const signals = watchSignals(context)
  const settings = toSettings(context, options, task)
  const declared = await loadDeclared(options.models, settings)
  const password = await withConnection(task.databaseUrl, settings.connectTimeout, async (connection) => {
    const { pending, held } = await prepareDatabase(context, connection, declared, task)
    primary.send({ pending: pending.map(({ title }) => title) })
    if (held) throw new CommandFailure('schemaDiffers', '')
    return requireAdministrator(connection, { newPassword: task.newPassword, random: context.randomBytes(16) })
  })
  // This worker may end before it serves: then the next one shows it.
  if (password !== undefined) primary.send({ password })
  const { stderr, onExit } = context
  const log = createLog({ level: options.logLevel, fileDescriptor: stderr.fd, format: toLogText, onExit })
  const { models, roles, logic } = declared
  const serving = {
    settings,
    models,
    roles,
    logic,
    signIn: toSignIn(declared.signIn, settings, context),
    log,
    allowPendingSteps: true,
    explainErrors: true,
    ...toMailer(context, settings),
  }
  const server = await startService({ ...serving, ...toServeOptions(context) })
  const asked = AbortSignal.any([signals.asked, reportToPrimary(primary, server.url, server)])
  const shown = password ?? task.password
  if (task.first) printBlock(context, { url: server.url, models, folder: options.models, task, password: shown })
  await untilAborted(asked)
  await server.drain()
  signals.stop()
}

/** Without a mail server, mails are shown in the terminal. */
function toMailer({ stdout }: Context, { smtpUrl }: Pick<Settings, 'smtpUrl'>): Pick<ServeOptions, 'mailer'> {
  return smtpUrl === undefined ? { mailer: createTextMailer((text) => stdout.write(text)) } : {}
}

/** The settings of the environment count as for `serve`. */
function toSettings({ env }: Context, { timeZone, ...options }: WorkerOptions, { databaseUrl, port }: Task) {
  const own = { ...options, ...(timeZone === undefined ? {} : { timeZone }) }
  const flags = { databaseUrl, ...own, port, drainDelay: '0s', drainTimeout: '3s' }
  return parseSettings('serve', { flags, env })
}

interface Block {
  readonly url: string
  readonly models: Models
  readonly folder: string
  readonly task: Task
  readonly password: string | undefined
}

/** What people need for their first request. The password is shown only when it is new. */
function printBlock(context: Context, { url, models, folder, task, password }: Block): void {
  const bold = (text: string) => paint(context.stdout, context, 'bold', text)
  const declared = models.all.find(({ name }) => !isBuiltIn(name))?.name ?? ''
  const shown = password ?? 'THE PASSWORD'
  const body = JSON.stringify({ username: adminName, password: shown })
  context.stdout.write(`
Tabularium serves the models in ${folder}.

  console   ${bold(`${url}/console/`)}
  address   ${bold(url)}
  user      ${bold(adminName)}
  password  ${password === undefined ? 'as before; --new-password makes another' : `${bold(password)}  (shown once)`}
  database  ${task.databaseUrl}

Log in, and list the records of a model:

curl -sS -c cookies -H 'Content-Type: application/json' -d '${body}' ${url}/callback
curl -sS -b cookies ${url}/ws/rest/${declared}

Save a file in ${folder} to change the service. Ctrl-C ends it; the data stays for the next run.
`)
}
