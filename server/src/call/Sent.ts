/** The members of a record as a client sent it. */
export type Sent = Readonly<Record<string, unknown>>
