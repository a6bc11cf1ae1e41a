import { type Declarations, loadDeclarations, ModelMistakes } from '../model/loadModels.ts'
import { checkRoles } from '../permission/checkRoles.ts'

/** Loads the models and roles of a folder. Throws all mistakes of the models, or all mistakes of the roles. */
export async function loadDeclared(folder: string): Promise<Declarations> {
  const declarations = await loadDeclarations(folder)
  const mistakes = checkRoles(declarations.roles, declarations.models)
  if (mistakes.length > 0) throw new ModelMistakes(mistakes)
  return declarations
}
