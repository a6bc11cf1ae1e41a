/** What an expression is evaluated with. Whatever is undefined is unknown; a missing value is null. */
export interface EvaluationContext {
  /** The value of a field or of a dotted name, in the form of the service. */
  field(name: string): unknown
  /** The value of a variable such as `$today`, `$user.person` or `$before.status`, in the same form. */
  variable?(name: string): unknown
  /** The time zone of the place, for `dayOf`. */
  readonly timeZone?: string | undefined
  /** The day on which the fiscal year begins, such as `04-01`. */
  readonly yearBegins?: string | undefined
}
