import { type Declarations, loadDeclarations, ModelMistakes } from '../model/loadModels.ts'
import { checkRoles } from '../permission/checkRoles.ts'

/** The models and roles that the files of a folder declare. Throws all that is wrong with the models, or with the roles. */
export async function loadDeclared(folder: string): Promise<Declarations> {
  const declarations = await loadDeclarations(folder)
  const mistakes = checkRoles(declarations.roles, declarations.models)
  if (mistakes.length > 0) throw new ModelMistakes(mistakes)
  return declarations
}
