import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Application, checkApplications, toApplication } from './application.ts'
import { builtInModels, withBuiltIn } from './builtIn/builtInModels.ts'
import { checkMigrations, toDataMigration } from './checkMigrations.ts'
import { checkOwnSql } from './checkOwnSql.ts'
import { checkModels, type LoadedModel, type Mistake } from './checkModels.ts'
import { type LoadedDashboard, toDashboard } from './dashboard.ts'
import { checkExtensions, fieldsOf, type LoadedExtension } from './extendUser.ts'
import { loadFiles } from './loadFiles.ts'
import { Models } from './Models.ts'
import type { LoadedLogic } from './logicMark.ts'
import type { LoadedMigration } from './migrationMark.ts'
import { toOwnSql } from './ownSql.ts'
import type { DeclaredRole } from './role.ts'
import type { LoadedSignIn } from './signIn/signIn.ts'

/** Thrown for wrong declarations, with all mistakes. */
export class ModelMistakes extends Error {
  override readonly name = 'ModelMistakes'
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[], note?: string) {
    super(
      `The models have ${mistakes.length} ` +
        `mistake${mistakes.length === 1 ? '' : 's'}:\n${mistakes.map(toLine).join('\n')}` +
        (note === undefined ? '' : `\n${note}`),
    )
    this.mistakes = mistakes
  }
}

/** The declarations in the files of a folder. */
export interface Declarations {
  readonly models: Models
  /** The migrations of data. The criteria are not yet parsed. */
  readonly migrations: readonly LoadedMigration[]
  /** The roles, whose rules are not yet checked against the models. */
  readonly roles: readonly DeclaredRole[]
  /** The dashboards, which are not checked yet. */
  readonly loadedDashboards: readonly LoadedDashboard[]
  /** How people log in, which is not checked yet. */
  readonly loadedSignIns: readonly LoadedSignIn[]
  /** Actions, jobs, reactions and schedules, which are not checked yet. */
  readonly loadedLogic: readonly LoadedLogic[]
  /** The files by the names of what they declare: models and SQL; `application` if that is declared. */
  readonly files: ReadonlyMap<string, string>
}

/** Loads the models declared in a folder, and adds the service's own. */
export async function loadModels(folder: string, overrides: Overrides = {}): Promise<Models> {
  return (await loadDeclarations(folder, overrides)).models
}

/** What settings say instead of `application()`. */
export interface Overrides {
  readonly timeZone?: string
}

/**
 * Loads all declarations in a folder and its subfolders, without a build. Throws all mistakes of the models at once, or
 * those of the files that can't be loaded.
 */
export async function loadDeclarations(folder: string, { timeZone }: Overrides = {}): Promise<Declarations> {
  const files = await listFiles(folder)
  if (files.length === 0)
    throw new ModelMistakes([{ file: folder, message: 'has no models: add a file such as Contact.ts' }])
  const parts = await loadFiles(folder, files)
  const ofFiles = parts.flatMap((part) => part.mistakes)
  // Models that refer to one of a file that can't be loaded would seem to be wrong.
  if (parts.some(({ isMissing }) => isMissing))
    throw new ModelMistakes(ofFiles, 'The models are checked once all files can be loaded.')
  const loaded = parts.flatMap((part) => part.models)
  const extensions = parts.flatMap((part) => part.extensions)
  const userFields = fieldsOf(extensions)
  const applications = parts.flatMap((part) => part.applications)
  const declaredOnce = toApplication(applications[0]?.declaration)
  const application = timeZone === undefined ? declaredOnce : { ...declaredOnce, timeZone }
  const loadedSql = parts.flatMap((part) => part.sql)
  const migrations = parts.flatMap((part) => part.migrations)
  const loadedDashboards = parts.flatMap((part) => part.dashboards)
  const mistakes = [
    ...ofFiles,
    ...checkApplications(applications),
    ...checkModels(loaded, builtInModels(userFields), application),
    ...checkUser(loaded, extensions, application),
    ...checkMigrations(
      migrations,
      loaded.map(({ model }) => model.name),
    ),
    ...checkOwnSql(
      loadedSql,
      loaded.map(({ model }) => model),
      application.languages,
    ),
  ]
  if (mistakes.length > 0)
    throw new ModelMistakes(mistakes, 'Criteria, roles and logic are checked once the models are right.')
  const ownSql = loadedSql.map(({ declaration }) => toOwnSql(declaration, application.languages))
  const declared = loaded.map(({ model }) => model).sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    models: withBuiltIn(
      declared,
      userFields,
      application,
      ownSql,
      migrations.map(toDataMigration),
      loadedDashboards.map(({ declaration }) => toDashboard(declaration)),
    ),
    migrations,
    roles: parts.flatMap((part) => part.roles),
    loadedDashboards,
    loadedSignIns: parts.flatMap((part) => part.signIns),
    loadedLogic: parts.flatMap((part) => part.logic),
    files: new Map([
      ...loaded.map(({ file, model }) => [model.name, file] as const),
      ...loadedSql.map(({ file, declaration }) => [declaration.name, file] as const),
      ...loadedDashboards.map(({ file, declaration }) => [declaration.name, file] as const),
      ...applications.map(({ file }) => ['application', file] as const),
    ]),
  }
}

function checkUser(
  loaded: readonly LoadedModel[],
  extensions: readonly LoadedExtension[],
  application: Application,
): Mistake[] {
  const [[plain], builtIn] = [builtInModels(), builtInModels(fieldsOf(extensions))]
  const [user] = builtIn
  if (!plain || !user) return []
  const models = new Models([...loaded.map(({ model }) => model), ...builtIn], application)
  return checkExtensions(extensions, plain, user, models)
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      const what = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`
      throw new ModelMistakes([{ file: folder, message: `${what}: name the folder that holds the models` }])
    },
  )
  return entries
    .filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name) && !/\.(d|test)\.m?ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(folder, file).includes('node_modules'))
    .sort()
}

/** A mistake or note as people read it. */
export function toLine({ file, model, field, message }: Mistake): string {
  const where = [file, model, field].filter((part) => part !== undefined).join(' · ')
  return `  ${where}: ${message}`
}
