import { useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { type DraftName, findDraft, listDrafts, removeDraft } from '../../draft/keepDraft.ts'
import { type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What was typed in this browser and not saved: by the title of its record, with the fields that it changes. */
export function UnsavedDrafts() {
  const { words, storage } = useShell()
  const { me, find } = useSession()
  const [, setDiscarded] = useState(0)
  const drafts = listDrafts(storage, me.id).flatMap((name) => {
    const [model, draft] = [find(name.model), findDraft(storage, name)]
    return model && draft ? [{ name, model, draft }] : []
  })
  if (drafts.length === 0) return null
  const discard = (name: DraftName) => {
    removeDraft(storage, name)
    setDiscarded((times) => times + 1)
  }
  return (
    <section aria-label={words.home.drafts}>
      <ul className="home-waits">
        {drafts.map(({ name, model, draft: { base, edits } }) => {
          const address = toUrl(routeOf(name))
          const title = base ? titleOf(model, base) : newOf(name, model, words.list.new)
          return (
            <li key={address}>
              <span className="home-kind">{words.home.drafts}</span>
              <span className="home-what">
                <a href={address}>{title}</a> <span className="dim">{labelsOf(Object.keys(edits), model)}</span>
              </span>
              <Button
                weight="quiet"
                small
                aria-label={`${words.record.discard}: ${title}`}
                onPress={() => discard(name)}
              >
                {words.record.discard}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function routeOf({ model, id, from, set = {} }: DraftName): Route {
  return id === undefined ? { screen: 'new', model, from, set } : { screen: 'record', model, id }
}

/** What a new record is called, with what its form began with. */
function newOf({ from, set = {} }: DraftName, model: ModelMeta, toNew: (label: string) => string): string {
  const values = Object.entries(set).map(([name, value]) => `${labelsOf([name], model)}: ${value}`)
  return [toNew(model.label), ...(from === undefined ? [] : [`#${from}`]), ...values].join(' · ')
}

function labelsOf(names: readonly string[], { fields }: ModelMeta): string {
  return names.map((name) => fields.find((field) => field.name === name)?.label ?? name).join(', ')
}
