import type { ListRoute } from '../../route/ListRoute.ts'
import { filterFields } from '../../criteria/valueField.ts'
import { moveColumn, toFields } from '../../meta/columnOrder.ts'
import type { Column } from '../../meta/columns.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { PickList } from '../../component/PickList.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'

export interface ColumnsEditorProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
}

/** Which columns a list shows, and in which order. The address says the columns. */
export function ColumnsEditor({ route, model, columns }: ColumnsEditorProps) {
  const { words, go } = useShell()
  const { find } = useSession()
  const paths = columns.map(({ path }) => path)
  const set = (next: readonly string[]) => go({ ...route, fields: toFields(next, model.list) }, 'replace')
  const others = filterFields(model, find).filter(({ path }) => !paths.includes(path))
  return (
    <>
      <ol className="columns" aria-label={words.columns.shown}>
        {columns.map(({ path, label }, index) => (
          <li key={path} className="columns-row">
            <span className="option-label">{label}</span>
            <Tool
              label={words.columns.up(label)}
              icon="up"
              isDisabled={index === 0}
              onPress={() => set(moveColumn(paths, path, -1))}
            />
            <Tool
              label={words.columns.down(label)}
              icon="down"
              isDisabled={index === columns.length - 1}
              onPress={() => set(moveColumn(paths, path, 1))}
            />
            <Tool
              label={words.columns.remove(label)}
              icon="clear"
              isDisabled={columns.length === 1}
              onPress={() => set(paths.filter((each) => each !== path))}
            />
          </li>
        ))}
      </ol>
      <PickList
        // A picked column leaves the list, and the list begins anew without it.
        key={paths.join(',')}
        label={words.columns.add}
        find={words.columns.add}
        clear={words.list.clear}
        none={words.criteria.noField}
        picks={others.map(({ path, label }) => ({ id: path, label }))}
        onPick={(path) => set([...paths, path])}
      />
      {route.fields.length > 0 ? (
        <div className="panel-actions">
          <Button weight="quiet" small onPress={() => set(model.list)}>
            {words.columns.reset}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Tool({
  label,
  icon,
  isDisabled,
  onPress,
}: {
  readonly label: string
  readonly icon: 'up' | 'down' | 'clear'
  readonly isDisabled: boolean
  readonly onPress: () => void
}) {
  return (
    <Button
      weight="quiet"
      small
      aria-label={label}
      icon={<Icon name={icon} size={14} />}
      isDisabled={isDisabled}
      onPress={onPress}
    />
  )
}
