import { checkCriteria } from '../criteria/checkCriteria.ts'
import { checkRollups } from '../criteria/checkRollups.ts'
import { type Declarations, loadDeclarations, ModelMistakes } from '../model/loadModels.ts'
import type { Logic } from '../logic/Logic.ts'
import { loadLogic } from '../logic/loadLogic.ts'
import { checkRoles } from '../permission/checkRoles.ts'

/** All that a folder declares. */
export interface Declared extends Declarations {
  readonly logic: Logic
}

/**
 * Loads the models, roles and logic of a folder. Throws all mistakes of the models, or all mistakes in criteria, roles
 * and logic.
 */
export async function loadDeclared(folder: string): Promise<Declared> {
  const declarations = await loadDeclarations(folder)
  const { roles, models, files, loadedLogic } = declarations
  const ofChecks = checkCriteria(models, (name) => files.get(name) ?? folder)
  const { logic, mistakes: ofLogic } = loadLogic(loadedLogic, { models, roles })
  const mistakes = [
    ...ofChecks,
    ...checkRollups(models),
    ...checkRoles(roles, models, [...logic.actions.keys()]),
    ...ofLogic,
  ]
  if (mistakes.length > 0) throw new ModelMistakes(mistakes)
  return { ...declarations, logic }
}
