/** The names of the service's own models. */
export const userModel = 'tabularium.User'
export const roleModel = 'tabularium.Role'
export const ruleModel = 'tabularium.Rule'
export const sessionModel = 'tabularium.Session'
export const keyModel = 'tabularium.Key'

/** Whether a model is one of the service's own. */
export function isOwnModel(name: string): boolean {
  return name.startsWith('tabularium.')
}
