import { actionsOfLogic, type Model } from '../model/Model.ts'
import { Models } from '../model/Models.ts'
import type { Action, Logic } from './Logic.ts'

/** Returns the models with the actions that refer to those whose records only actions write, for messages. */
export function withWriters(models: Models, { actions }: Logic): Models {
  const reserved = models.all.filter((model) => actionsOfLogic(model).length > 0)
  if (reserved.length === 0) return models
  const all = [...actions.values()]
  return new Models(
    models.all,
    models.application,
    models.ownSql,
    new Map(
      reserved.map((model) => [model.name, all.filter((action) => isAbout(action, model)).map(({ name }) => name)]),
    ),
    models.migrations,
    models.dashboards,
  )
}

/** Whether an action is offered for records of a model, takes some, or gives some. */
function isAbout({ on, takes, gives }: Action, { name }: Model): boolean {
  const members = [takes, gives].flatMap(({ fields, relations }) => [...fields, ...relations])
  return on === name || members.some((member) => 'target' in member && member.target === name)
}
