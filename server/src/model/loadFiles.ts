import { existsSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { didYouMean } from '../text/didYouMean.ts'
import { isApplication, type LoadedApplication } from './application.ts'
import type { LoadedModel, Mistake } from './checkModels.ts'
import { isModelDeclaration, type ModelDeclaration, modelMembers } from './declare.ts'
import { isDashboardDeclaration, type LoadedDashboard } from './dashboard.ts'
import { explainLoading, findImport, findLocation, type MissingImport } from './explainLoading.ts'
import { isUserExtension, type LoadedExtension } from './extendUser.ts'
import { isLogicDeclaration, type LoadedLogic } from './logicMark.ts'
import { isMigrationDeclaration, type LoadedMigration } from './migrationMark.ts'
import { isSqlDeclaration, type LoadedSql } from './ownSql.ts'
import { isOidcDeclaration } from './signIn/oidc.ts'
import { isSignInDeclaration, type LoadedSignIn } from './signIn/signIn.ts'
import { checkRoleForm, type DeclaredRole, isRoleDeclaration, toRole } from './role.ts'
import { toModel } from './toModel.ts'

/** The declarations in one file, and its mistakes. */
export interface Part {
  readonly models: readonly LoadedModel[]
  readonly applications: readonly LoadedApplication[]
  readonly extensions: readonly LoadedExtension[]
  readonly roles: readonly DeclaredRole[]
  readonly logic: readonly LoadedLogic[]
  readonly sql: readonly LoadedSql[]
  readonly migrations: readonly LoadedMigration[]
  readonly dashboards: readonly LoadedDashboard[]
  readonly signIns: readonly LoadedSignIn[]
  readonly mistakes: readonly Mistake[]
  /** Whether the file could not be imported: what others say about its declarations is wrong then. */
  readonly isMissing?: true
}

/** A file after its import. */
interface Imported {
  readonly path: string
  /** The file as mistakes name it. */
  readonly file: string
  readonly exported: readonly unknown[]
  readonly error?: unknown
}

/**
 * Imports files of a folder and returns their declarations. A declaration that several files export counts for the
 * first of them; files that collect the others (`index.ts`) come last.
 */
export async function loadFiles(folder: string, paths: readonly string[]): Promise<Part[]> {
  const imported = await Promise.all(paths.map((path) => importFile(folder, resolve(path))))
  const broken = new Set(imported.filter(isBroken).map(({ path }) => path))
  const known = new Set<unknown>()
  return imported.toSorted(byKind).map((one) => {
    if ('error' in one) return toFailedPart(one, broken)
    const part = toPart(one, known)
    for (const declaration of one.exported) known.add(declaration)
    return part
  })
}

function byKind(a: Imported, b: Imported): number {
  const isIndex = ({ path }: Imported) => Number(/^index\.m?[jt]s$/.test(basename(path)))
  return isIndex(a) - isIndex(b)
}

async function importFile(folder: string, path: string): Promise<Imported> {
  const file = relative(resolve(folder, '..'), path)
  try {
    const content: Record<string, unknown> = await import(pathToFileURL(path).href)
    return { path, file, exported: [...new Set(Object.values(content))] }
  } catch (error) {
    return { path, file, exported: [], error }
  }
}

const empty = "declares no model: write export const Contact = model({ name: '…', … })"

function toPart({ file, exported }: Imported, known: ReadonlySet<unknown>): Part {
  const own = exported.filter((value) => !known.has(value))
  const declarations = own.filter(isModelDeclaration)
  const declaredRoles = own.filter(isRoleDeclaration)
  try {
    return {
      models: declarations.map((declaration) => ({ file, model: toModel(declaration) })),
      applications: own.filter(isApplication).map((declaration) => ({ file, declaration })),
      extensions: own.filter(isUserExtension).map((extension) => ({ file, extension })),
      roles: declaredRoles.map((declaration) => toRole(declaration, file)),
      logic: own.filter(isLogicDeclaration).map((declaration) => ({ file, declaration })),
      sql: own.filter(isSqlDeclaration).map((declaration) => ({ file, declaration })),
      migrations: own.filter(isMigrationDeclaration).map((declaration) => ({ file, declaration })),
      dashboards: own.filter(isDashboardDeclaration).map((declaration) => ({ file, declaration })),
      signIns: own.filter(isOfSignIn).map((declaration) => ({ file, declaration })),
      mistakes: [
        ...(exported.some(isDeclaration) ? [] : [{ file, message: empty }]),
        ...declarations.flatMap((declaration) => refuseUnknown(declaration, file)),
        ...declaredRoles.flatMap((declaration) => checkRoleForm(declaration, file)),
      ],
    }
  } catch (error) {
    return failed({ file, message: `cannot be loaded: ${explainLoading(error)}` })
  }
}

function isOfSignIn(value: unknown): value is LoadedSignIn['declaration'] {
  return isSignInDeclaration(value) || isOidcDeclaration(value)
}

function isDeclaration(value: unknown): boolean {
  const kinds = [
    isModelDeclaration,
    isApplication,
    isUserExtension,
    isRoleDeclaration,
    isLogicDeclaration,
    isSqlDeclaration,
    isMigrationDeclaration,
    isDashboardDeclaration,
    isOfSignIn,
  ]
  return kinds.some((is) => is(value))
}

/** Whether the error is in the file itself, and not in one that it imports. */
function isBroken({ path, error }: Imported): boolean {
  return (findImport(error)?.importer ?? findLocation(error)?.file) === path
}

/** A file that fails because of another file of the folder has no mistake of its own. */
function toFailedPart({ path, file, error }: Imported, broken: ReadonlySet<string>): Part {
  const missing = findImport(error)
  if (missing)
    return missing.importer === path || !broken.has(missing.importer) ? failed(toMistake(file, missing)) : failed()
  const location = findLocation(error)
  if (location !== undefined && location.file !== path && broken.has(location.file)) return failed()
  const line = location?.file === path ? ` (line ${location.line})` : ''
  return failed({ file, message: `cannot be loaded: ${explainLoading(error)}${line}` })
}

function toMistake(file: string, { importer, target }: MissingImport): Mistake {
  const name = relative(dirname(importer), target)
  const shown = name.startsWith('.') ? name : `./${name}`
  const found = ['.ts', '.js', '.mts', '.mjs'].find((ending) => existsSync(`${target}${ending}`))
  const advice = found === undefined ? 'there is no such file' : `write '${shown}${found}'`
  return { file, message: `imports '${shown}': ${advice}` }
}

function failed(...mistakes: Mistake[]): Part {
  return {
    models: [],
    applications: [],
    extensions: [],
    roles: [],
    logic: [],
    sql: [],
    migrations: [],
    dashboards: [],
    signIns: [],
    mistakes,
    isMissing: true,
  }
}

/** Finds unknown members. The compiler reports them too, but declarations are loaded without it. */
function refuseUnknown(declaration: ModelDeclaration, file: string): Mistake[] {
  return Object.keys(declaration)
    .filter((member) => !modelMembers.includes(member))
    .map((member) => {
      const message = `a model has no member "${member}".${didYouMean(member, modelMembers)}`
      return { file, model: String(declaration.name), message }
    })
}
