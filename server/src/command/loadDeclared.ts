import { checkCriteria } from '../criteria/checkCriteria.ts'
import { checkRollups } from '../criteria/checkRollups.ts'
import { type Declarations, loadDeclarations, ModelMistakes } from '../model/loadModels.ts'
import { checkRoles } from '../permission/checkRoles.ts'

/** Loads the models and roles of a folder. Throws all mistakes of the models, or all mistakes in criteria. */
export async function loadDeclared(folder: string): Promise<Declarations> {
  const declarations = await loadDeclarations(folder)
  const { roles, models, files } = declarations
  const ofChecks = checkCriteria(models, (name) => files.get(name) ?? folder)
  const mistakes = [...ofChecks, ...checkRollups(models), ...checkRoles(roles, models)]
  if (mistakes.length > 0) throw new ModelMistakes(mistakes)
  return declarations
}
