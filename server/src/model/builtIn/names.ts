/** The package of the service's own models. */
export const ownPackage = 'tabularium.'

export const userModel = 'tabularium.User'
export const roleModel = 'tabularium.Role'
export const ruleModel = 'tabularium.Rule'
export const sessionModel = 'tabularium.Session'
export const keyModel = 'tabularium.Key'
export const viewModel = 'tabularium.View'
export const jobModel = 'tabularium.Job'
export const webhookModel = 'tabularium.Webhook'

/** Whether a model is one of the service's own. */
export function isBuiltIn(modelName: string): boolean {
  return modelName.startsWith(ownPackage)
}
