import { Button } from '../../component/Button.tsx'
import { Choice } from '../../component/Choice.tsx'
import { UserPicker } from '../../component/form/UserPicker.tsx'
import { spans } from '../../history/sinceOf.ts'
import { isJournaled, mayList } from '../../meta/ModelMeta.ts'
import { userModel } from '../../meta/ownModels.ts'
import { allChanges, type ChangesRoute } from '../../route/Route.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useRecordTitles } from '../../shell/useRecordTitles.ts'

/** Which part of the activity is shown; all of it is in the address. */
export function ActivityFilters({ route }: { readonly route: ChangesRoute }) {
  const { words, go } = useShell()
  const { find, models } = useSession()
  const { filters } = words.activity
  const { user, model, field, since, through } = route
  const change = (changed: Partial<ChangesRoute>) => go({ ...route, ...changed })
  const users = find(userModel)
  const fields = (find(model)?.fields ?? []).filter((one) => isJournaled(one) && one.may?.read !== 'none')
  return (
    <div className="changes-filter">
      {users && mayList(users) ? (
        <UserPicker label={filters.who} username={user} onChoose={(next) => change({ user: next })} />
      ) : null}
      <Choice
        label={filters.model}
        none={filters.anyModel}
        options={models.filter(mayList).map(({ name, label }) => ({ value: name, label }))}
        value={model === '' ? null : model}
        onChange={(next) => change({ model: next ?? '', record: undefined, field: '' })}
      />
      {fields.length > 0 ? (
        <Choice
          label={filters.field}
          none={filters.anyField}
          options={fields.map(({ name, label }) => ({ value: name, label }))}
          value={field === '' ? null : field}
          onChange={(next) => change({ field: next ?? '' })}
        />
      ) : null}
      <Choice
        label={filters.since}
        none={filters.anyTime}
        options={Object.keys(spans).map((name) => ({ value: name, label: filters[name as keyof typeof spans] }))}
        value={since === '' ? null : since}
        onChange={(next) => change({ since: next ?? '' })}
      />
      <Choice
        label={filters.through}
        none={filters.anyWay}
        options={Object.entries(filters.ways).map(([value, label]) => ({ value, label }))}
        value={through === '' ? null : through}
        onChange={(next) => change({ through: next ?? '' })}
      />
      <RecordFilter route={route} onClear={() => go(allChanges)} />
    </div>
  )
}

/** The one record of the address, and the way to all others. */
function RecordFilter({
  route: { model, record },
  onClear,
}: {
  readonly route: ChangesRoute
  readonly onClear: () => void
}) {
  const { words } = useShell()
  const named = record === undefined || model === '' ? [] : [{ model, id: record }]
  const titleOf = useRecordTitles(named)
  return named.map((one) => (
    <p key={one.id} className="changes-record">
      <span>{words.activity.filters.record(titleOf(one))}</span>
      <Button small onPress={onClear}>
        {words.activity.filters.all}
      </Button>
    </p>
  ))
}
