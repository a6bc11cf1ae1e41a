import './progress.css'

/** How far something is that takes a while, with its figures. */
export function Progress({
  label,
  done,
  total,
}: {
  readonly label: string
  readonly done: number
  readonly total: number
}) {
  return (
    <div className="progress">
      <progress aria-label={label} max={Math.max(1, total)} value={done} />
      <span role="status">{label}</span>
    </div>
  )
}
