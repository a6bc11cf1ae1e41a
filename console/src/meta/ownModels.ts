/** The names of the service's own models. */
export const userModel = 'tabularium.User'
export const roleModel = 'tabularium.Role'
export const ruleModel = 'tabularium.Rule'
export const identityModel = 'tabularium.Identity'
export const sessionModel = 'tabularium.Session'
export const factorModel = 'tabularium.Factor'
export const keyModel = 'tabularium.Key'
export const jobModel = 'tabularium.Job'
export const webhookModel = 'tabularium.Webhook'
export const viewModel = 'tabularium.View'
export const noticeModel = 'tabularium.Notice'
export const dashboardModel = 'tabularium.Dashboard'
export const favoriteModel = 'tabularium.Favorite'

/** The models whose records say who may do what, and who logs in as whom. */
export const accessModels = [userModel, roleModel, ruleModel, keyModel, identityModel, factorModel] as const

/** Whether a model is one of the service's own. */
export function isOwnModel(name: string): boolean {
  return name.startsWith('tabularium.')
}

/** Whether the records of a model work in the background: jobs and webhooks. */
export function isWorking(name: string): boolean {
  return name === jobModel || name === webhookModel
}
