/** Who makes a call, as known at this moment. */
export interface Caller {
  readonly userId: number
  readonly username: string
  readonly admin: boolean
}
