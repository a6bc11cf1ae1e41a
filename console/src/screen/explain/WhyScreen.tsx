import { useState } from 'react'
import type { WhyRoute } from '../../route/accessRoutes.ts'
import type { Action, ModelMeta } from '../../meta/ModelMeta.ts'
import { Choice } from '../../component/Choice.tsx'
import { TextField } from '../../component/Field.tsx'
import { useExplanationFor } from '../../query/accessQueries.ts'
import { useExplanation } from '../../query/recordQueries.ts'
import { actions } from '../../rights/Rule.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useSubject } from '../../shell/useSubject.ts'
import { Ask } from '../../component/explain/Ask.tsx'
import { Explained } from '../../component/explain/Explained.tsx'
import { HiddenFields } from './HiddenFields.tsx'
import { UserPicker } from '../../component/form/UserPicker.tsx'
import '../../component/access-page.css'
import '../../component/form/section.css'
import './explain.css'

/** Why somebody may do something or not. Administrators choose a user; others ask about themselves. */
export function WhyScreen({ route }: { readonly route: WhyRoute }) {
  const { words, go } = useShell()
  const { me, models, find } = useSession()
  const action = actions.find((each) => each === route.action) ?? 'read'
  const model = find(route.model)
  const set = (part: Partial<WhyRoute>) => go({ ...route, action, ...part }, 'replace')
  return (
    <div className="access page">
      <header>
        <h1>{words.whyScreen.title}</h1>
        <p className="dim">{me.admin ? words.whyScreen.lead : words.whyScreen.leadOwn}</p>
      </header>
      <div className="record-section why-form">
        {me.admin ? (
          <UserPicker
            label={words.whyScreen.user}
            help={words.whyScreen.userHelp}
            username={route.user}
            onChoose={(user) => set({ user })}
          />
        ) : null}
        <Choice
          label={words.whyScreen.model}
          options={models.map(({ name, label }) => ({ value: name, label }))}
          value={model?.name ?? null}
          none={words.value.none}
          onChange={(name) => set({ model: name ?? '', id: undefined })}
        />
        <RecordNumber key={`${route.id}`} id={route.id} onChange={(id) => set({ id })} />
        <Choice
          label={words.whyScreen.action}
          always
          options={actions.map((each) => ({ value: each, label: words.why.actions[each] ?? each }))}
          value={action}
          none=""
          onChange={(next) => set({ action: next ?? 'read' })}
        />
      </div>
      {model ? (
        <Answer route={route} model={model} action={action} />
      ) : (
        <p className="dim">{route.model === '' ? words.whyScreen.choose : words.failure.unknownModel(route.model)}</p>
      )}
    </div>
  )
}

/** The number of a record; what is not a number stays to be mended. */
function RecordNumber({
  id,
  onChange,
}: {
  readonly id: number | undefined
  readonly onChange: (id: number | undefined) => void
}) {
  const { words } = useShell()
  const [text, setText] = useState(id === undefined ? '' : String(id))
  const isNumber = /^\s*\d{0,15}\s*$/.test(text)
  const put = () => {
    if (isNumber) onChange(text.trim() === '' ? undefined : Number(text))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        put()
      }}
      onBlur={put}
    >
      <TextField
        label={words.whyScreen.record}
        help={words.whyScreen.recordHelp}
        fault={isNumber ? undefined : words.whyScreen.number}
        value={text}
        onChange={setText}
        inputMode="numeric"
        autoComplete="off"
      />
    </form>
  )
}

function Answer({
  route: { user, id },
  model,
  action,
}: {
  readonly route: WhyRoute
  readonly model: ModelMeta
  readonly action: Action
}) {
  const { service, words } = useShell()
  const { me } = useSession()
  const isOther = me.admin && user !== '' && user !== me.username
  const own = useExplanation(service, model.name, id, action, !isOther)
  const other = useExplanationFor(service, user, { model: model.name, id, action }, isOther)
  const { data, error, refetch } = isOther ? other : own
  const what = useSubject(model, id)
  const username = data?.user.username ?? user
  const verb = words.why.actions[action] ?? action
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <div className="access-waiting" />
  return (
    <section className="access-part why-answer" aria-live="polite">
      <h2>{isOther ? words.whyScreen.question(username, verb, what) : words.why.title(verb, what)}</h2>
      <Explained
        explanation={data}
        model={model}
        field={undefined}
        user={isOther ? words.access.named(username) : words.access.own}
      />
      <HiddenFields explanation={data} model={model} />
      {data.allowed === true || isOther ? null : <Ask verb={verb} what={what} />}
    </section>
  )
}
