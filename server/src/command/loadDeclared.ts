import { join } from 'node:path'
import { checkCriteria } from '../criteria/checkCriteria.ts'
import { checkSize } from '../criteria/checkSize.ts'
import { checkRollups } from '../criteria/checkRollups.ts'
import { type Declarations, loadDeclarations, ModelMistakes, type Overrides } from '../model/loadModels.ts'
import type { Logic } from '../logic/Logic.ts'
import { loadLogic } from '../logic/loadLogic.ts'
import { checkDashboards } from '../plan/checkDashboards.ts'
import { checkSignIn } from '../model/signIn/checkSignIn.ts'
import { isSignInDeclaration, type SignInDeclaration } from '../model/signIn/signIn.ts'
import { checkPages } from '../plan/checkPages.ts'
import { checkViews } from '../plan/views.ts'
import { readMailFiles } from '../work/mail/readMailFiles.ts'
import { checkRoles } from '../permission/checkRoles.ts'

/** All that a folder declares. */
export interface Declared extends Declarations {
  readonly logic: Logic
  /** How people log in; absent: with passwords alone. */
  readonly signIn?: SignInDeclaration | undefined
}

/**
 * Loads the models, roles and logic of a folder. Throws all mistakes of the models, or all mistakes in criteria, roles
 * and logic.
 */
export async function loadDeclared(folder: string, overrides: Overrides = {}): Promise<Declared> {
  const declarations = await loadDeclarations(folder, overrides)
  const { roles, models, files, loadedLogic, loadedDashboards, loadedSignIns } = declarations
  const fileOf = (name: string) => files.get(name) ?? folder
  const mailFiles = await readMailFiles(join(folder, 'mails'))
  const { logic, mistakes: ofLogic } = loadLogic(loadedLogic, { models, roles, mailFiles })
  const mistakes = [
    ...checkCriteria(models, fileOf),
    ...checkRollups(models, fileOf),
    ...checkViews(models, roles, fileOf),
    ...checkPages(declarations.migrations, models),
    ...checkRoles(roles, models, [...logic.actions.keys()]),
    ...ofLogic,
    ...checkSignIn(
      loadedSignIns,
      roles.map(({ name }) => name),
    ),
    ...checkDashboards(loadedDashboards, {
      models,
      roles: roles.map(({ name }) => name),
      actions: [...logic.actions.keys()],
    }),
  ]
  const found = mistakes.length > 0 ? mistakes : checkSize(models, fileOf)
  if (found.length > 0) throw new ModelMistakes(found)
  return {
    ...declarations,
    logic,
    signIn: loadedSignIns.map(({ declaration }) => declaration).find(isSignInDeclaration),
  }
}
