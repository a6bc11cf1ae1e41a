import type { LogicLog } from '../../logic/context.ts'
import type { MigrationDeclaration } from '../../logic/migration.ts'
import type { Declared } from '../loadDeclared.ts'
import type { Context } from '../Context.ts'
import { createProgress } from '../progress.ts'
import { toServeOptions } from '../toServeOptions.ts'

/** The database, and the folder of the models. */
interface Place {
  readonly url: string
  readonly folder: string
}

type RunMigration = (name: string) => Promise<void>

/** Lets migrations of records run during a migration of the schema. Nothing is opened unless there is one. */
export async function withDataMigrations<T>(
  context: Context,
  declared: Declared,
  place: Place,
  work: (runMigration: RunMigration) => Promise<T>,
): Promise<T> {
  const progress = createProgress(context)
  let opened: Awaited<ReturnType<typeof openServices>> | undefined
  const runMigration = async (name: string) => {
    const { runMigration: run } = await import('../../execute/logic/runMigration.ts')
    opened ??= await openServices(context, declared, place)
    const log = toLogicLog({
      info: (_, message) => progress.note(message),
      warn: (_, message) => progress.note(message),
    })
    const result = await run(requireMigration(name, declared), opened.services, {
      log,
      onPage: (done) => progress.note(`${name}: ${done} records`),
    })
    if (result.failed > 0)
      progress.note(`${name}: ${result.failed} records could not be changed; see tabularium.data_migrations.`)
  }
  try {
    return await work(runMigration)
  } finally {
    opened?.database.close()
  }
}

async function openServices(
  context: Parameters<typeof withDataMigrations>[0],
  declared: Declared,
  { url, folder }: Place,
) {
  const [{ Database }, { createWorkServices }, { Sender }, { createPasswords }, { createLog }, { parseSettings }] =
    await Promise.all([
      import('../../postgres/Database.ts'),
      import('../../tenant/createWork.ts'),
      import('../../outbound/Sender.ts'),
      import('../../session/createPasswords.ts'),
      import('../../request/log.ts'),
      import('../../settings/parseSettings.ts'),
    ])
  const settings = parseSettings('serve', { flags: { databaseUrl: url, models: folder, work: false }, env: {} })
  const database = new Database({ ...settings, url })
  const log = createLog({ level: 'error', fileDescriptor: 2, onExit: context.onExit })
  const sender = new Sender({ networks: settings.webhookNetworks })
  const parts = { ...declared, ...toServeOptions(context), settings, log, sender, passwords: await createPasswords() }
  return { database, services: createWorkServices(parts, database) }
}

/** The declaration of a migration. It was checked when the folder was loaded. */
export function requireMigration(name: string, { migrations }: Pick<Declared, 'migrations'>): MigrationDeclaration {
  const found = migrations
    .map(({ declaration }) => declaration as MigrationDeclaration)
    .find((one) => one.name === name)
  if (!found) throw new TypeError(`There is no migration ${name}: export it from a file of the folder.`)
  return found
}

interface PlainLog {
  info(members: object, message: string): void
  warn(members: object, message: string): void
}

/** The log that the code of a migration gets. */
export function toLogicLog(log: PlainLog): LogicLog {
  return {
    info: (message, members = {}) => log.info(members, message),
    warn: (message, members = {}) => log.warn(members, message),
  }
}
