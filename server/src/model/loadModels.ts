import { readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkModels, type LoadedModel, type Mistake } from './checkModels.ts'
import { isModelDeclaration, type ModelDeclaration, modelMembers } from './declare.ts'
import { Models } from './Models.ts'
import { didYouMean } from '../nearest.ts'
import { toModel } from './toModel.ts'

/** Declarations that cannot be served, with all that is wrong. */
export class ModelMistakes extends Error {
  override readonly name = 'ModelMistakes'
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    super(
      `The models have ${mistakes.length} mistake${mistakes.length === 1 ? '' : 's'}:\n${mistakes.map(toLine).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

/** Loads every model declared in a folder and the folders below it, without a build; throws all mistakes at once. */
export async function loadModels(folder: string): Promise<Models> {
  const files = await listFiles(folder)
  if (files.length === 0)
    throw new ModelMistakes([{ file: folder, message: 'holds no models: put a file such as Contact.ts into it' }])
  const parts = await Promise.all(files.map((file) => loadFile(folder, file)))
  const loaded = parts.flatMap((part) => part.models)
  const mistakes = [...parts.flatMap((part) => part.mistakes), ...checkModels(loaded)]
  if (mistakes.length > 0) throw new ModelMistakes(mistakes)
  return new Models(loaded.map(({ model }) => model).sort((a, b) => (a.name < b.name ? -1 : 1)))
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

async function loadFile(folder: string, file: string): Promise<{ models: LoadedModel[]; mistakes: Mistake[] }> {
  const shown = relative(resolve(folder, '..'), resolve(file))
  try {
    const content: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href)
    const declarations = new Set(Object.values(content).filter(isModelDeclaration))
    const models = [...declarations].map((declaration) => ({ file: shown, model: toModel(declaration) }))
    const empty = { file: shown, message: "declares no model: write export const Contact = model({ name: '…', … })" }
    const unknown = [...declarations].flatMap((declaration) => refuseUnknown(declaration, shown))
    return { models, mistakes: models.length === 0 ? [empty] : unknown }
  } catch (error) {
    const message = `cannot be loaded: ${error instanceof Error ? error.message : String(error)}`
    return { models: [], mistakes: [{ file: shown, message }] }
  }
}

/** Members that a model does not have: the compiler tells them, but a declaration is loaded without it. */
function refuseUnknown(declaration: ModelDeclaration, file: string): Mistake[] {
  return Object.keys(declaration)
    .filter((member) => !modelMembers.includes(member))
    .map((member) => {
      const message = `a model has no member "${member}".${didYouMean(member, modelMembers)}`
      return { file, model: String(declaration.name), message }
    })
}

function toLine({ file, model, field, message }: Mistake): string {
  const place = [file, model, field].filter((part) => part !== undefined).join(' · ')
  return `  ${place}: ${message}`
}
