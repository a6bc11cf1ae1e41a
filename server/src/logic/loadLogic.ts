import type { Mistake } from '../model/checkModels.ts'
import type { LoadedLogic } from '../model/logicMark.ts'
import { withLanguages } from '../model/words.ts'
import { checkLogic, type LogicContext } from './checkLogic.ts'
import type { Logic } from './Logic.ts'
import { type OwnMails, toOwnMails } from './ownMails.ts'
import { type AnyLogic, type LogicDeclaration, toLogic } from './toLogic.ts'

/** The logic that files declare, and all mistakes in it. */
export function loadLogic(
  loaded: readonly LoadedLogic[],
  context: LogicContext,
): { readonly logic: Logic; readonly mistakes: readonly Mistake[] } {
  const { timeZone, languages } = context.models.application
  const all = loaded.map(({ file, declaration }) => {
    const given = declaration as LogicDeclaration
    const logic = toLogic(given, { timeZone, files: context.mailFiles })
    return { file, given, logic: toTranslated(logic, languages) }
  })
  const mistakes = all.flatMap(({ file, given, logic }) => checkLogic(given, logic, file, context))
  const own = toOwnMails(context.mailFiles ?? new Map(), languages)
  const logic = byKind(
    all.map((one) => one.logic),
    own.ownMails,
  )
  return { logic, mistakes: [...mistakes, ...findRepeated(all), ...own.mistakes] }
}

function toTranslated(logic: AnyLogic, languages: readonly string[]): AnyLogic {
  const own = withLanguages(logic, languages)
  return {
    ...own,
    ...('takes' in own ? { takes: withLanguages(own.takes, languages) } : {}),
    ...('gives' in own ? { gives: withLanguages(own.gives, languages) } : {}),
  }
}

function byKind(all: readonly AnyLogic[], ownMails: OwnMails): Logic {
  const of = <Kind extends AnyLogic['kind']>(kind: Kind) => {
    const own = all.filter((one): one is Extract<AnyLogic, { kind: Kind }> => one.kind === kind)
    return new Map(own.map((one) => [one.name, one]))
  }
  const reacting = { reactions: of('reaction'), schedules: of('schedule') }
  return { actions: of('action'), jobs: of('job'), ...reacting, mails: of('mail'), ownMails }
}

/** Logs, change sets and cursors know logic by its name alone, so a name is used once, whatever the kind. */
function findRepeated(all: readonly { readonly file: string; readonly logic: AnyLogic }[]): Mistake[] {
  const first = new Map<string, string>()
  return all.flatMap(({ file, logic: { kind, name } }) => {
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, file)
    const message = `the name is used in ${earlier} as well: give each its own`
    return earlier === undefined ? [] : [{ file, model: `${kind} ${name}`, message }]
  })
}
