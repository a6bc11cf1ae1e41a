import { Button } from '../../component/Button.tsx'
import { Choice } from '../../component/Choice.tsx'
import { UserPicker } from '../../component/form/UserPicker.tsx'
import { spans } from '../../history/sinceOf.ts'
import { manyOf } from '../../meta/ModelMeta.ts'
import { accessModels } from '../../meta/ownModels.ts'
import { type AccessChangesRoute, allAccessChanges } from '../../route/accessRoutes.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useRecordTitles } from '../../shell/useRecordTitles.ts'

/** Which part of the trail is shown; all of it is in the address. Looks are told apart by who looked alone. */
export function AccessFilters({ route }: { readonly route: AccessChangesRoute }) {
  const { words, go } = useShell()
  const { find } = useSession()
  const { filters } = words.activity
  const { show, user, model, since } = route
  const change = (changed: Partial<AccessChangesRoute>) => go({ ...route, ...changed })
  return (
    <div className="trail-filter">
      <UserPicker label={filters.who} username={user} onChoose={(next) => change({ user: next })} />
      {show === 'looks' ? null : (
        <>
          <Choice
            label={filters.model}
            none={filters.anyModel}
            options={accessModels.flatMap((name) => {
              const known = find(name)
              return known ? [{ value: name, label: manyOf(known) }] : []
            })}
            value={model === '' ? null : model}
            onChange={(next) => change({ model: next ?? '', record: undefined })}
          />
          <Choice
            label={filters.since}
            none={filters.anyTime}
            options={Object.keys(spans).map((name) => ({ value: name, label: filters[name as keyof typeof spans] }))}
            value={since === '' ? null : since}
            onChange={(next) => change({ since: next ?? '' })}
          />
          <OneRecord route={route} />
        </>
      )}
    </div>
  )
}

/** The one record of the address, and the way to all others. */
function OneRecord({ route: { model, record } }: { readonly route: AccessChangesRoute }) {
  const { words, go } = useShell()
  const named = record === undefined || model === '' ? [] : [{ model, id: record }]
  const titleOf = useRecordTitles(named)
  return named.map((one) => (
    <p key={one.id} className="trail-record">
      <span>{words.activity.filters.record(titleOf(one))}</span>
      <Button small onPress={() => go(allAccessChanges)}>
        {words.activity.filters.all}
      </Button>
    </p>
  ))
}
