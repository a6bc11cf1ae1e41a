/** A field of a record that somebody goes to. */
interface WantedField {
  readonly model: string
  readonly id: number
  readonly field: string
}

// The form takes it: between the two screens there is nothing that both belong to.
let wanted: WantedField | undefined

/** Notes which field the form of a record begins at. */
export function wantField(field: WantedField): void {
  wanted = field
}

/** The field that the form of this record begins at, if somebody goes to one. It is told once. */
export function takeWantedField(model: string, id: number | undefined): string | undefined {
  const noted = wanted
  wanted = undefined
  return noted?.model === model && noted.id === id ? noted.field : undefined
}
