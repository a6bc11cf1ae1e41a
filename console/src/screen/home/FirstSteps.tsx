import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { firstCommands } from '../../meta/firstCommands.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { copyText } from '../../shell/copyText.ts'
import { navigationOf } from '../../meta/navigation.ts'
import { useTotal } from '../../query/listQueries.ts'
import { readRecent } from '../../shell/recent.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What to do where there is no record yet: three steps, each with a command to paste. */
export function FirstSteps() {
  const { storage } = useShell()
  const { me, models } = useSession()
  const own = navigationOf(models).flatMap(([, members]) => members)
  // Who has opened a record has no first steps to make: then nothing is asked.
  return own.length === 0 || readRecent(storage, me.id).length > 0 ? null : <StepsIfEmpty models={own} />
}

/** Asks one model after the other: the first one with a record ends it. */
function StepsIfEmpty({ models }: { readonly models: readonly ModelMeta[] }) {
  const { service } = useShell()
  const [first, ...rest] = models
  const total = useTotal(service, first?.name ?? '', { q: '', where: '' }, 'asked for', undefined)
  if (total !== 0) return null
  return rest.length > 0 ? <StepsIfEmpty models={rest} /> : <Steps models={models} />
}

function Steps({ models }: { readonly models: readonly ModelMeta[] }) {
  const { words } = useShell()
  const model = models.find(({ may }) => may.create !== 'none')
  const commands = firstCommands(model, location.origin)
  return (
    <section className="home-part home-first">
      <h2>{words.home.first}</h2>
      <ol>
        <Step title={words.home.addModel} help={words.home.addModelHelp} command={commands.model} />
        <Step title={words.home.addRecord} help={words.home.addRecordHelp} command={commands.record}>
          {model ? <a href={toUrl(newOf(model))}>{words.list.new(model.label)}</a> : null}
        </Step>
        <Step title={words.home.addUser} help={words.home.addUserHelp} command={commands.user} />
      </ol>
    </section>
  )
}

function Step({
  title,
  help,
  command,
  children,
}: {
  readonly title: string
  readonly help: string
  readonly command: string
  readonly children?: React.ReactNode
}) {
  const { words, notify } = useShell()
  const copy = async () => notify({ text: (await copyText(command)) ? words.record.copied : words.failure.notCopied })
  return (
    <li>
      <h3>{title}</h3>
      <p>
        {help} {children}
      </p>
      <div className="home-command">
        <code>{command}</code>
        <Button
          weight="quiet"
          small
          icon={<Icon name="copy" />}
          aria-label={words.home.copy(title)}
          onPress={() => void copy()}
        />
      </div>
    </li>
  )
}

function newOf({ name }: ModelMeta): Route {
  return { screen: 'new', model: name, from: undefined, set: {} }
}
