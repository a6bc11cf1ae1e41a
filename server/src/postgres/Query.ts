/** A row in the order of its columns, every value as the text that PostgreSQL wrote. */
export type Values = readonly (string | null)[]

/** A statement as the driver takes it. */
export interface Query {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
}
