/** What the refusal of an update shows besides the usual. */
export interface TitlesWanted {
  /** A conflict shows references and links with titles. */
  readonly titles?: true
}

/** What the refusal of a delete shows besides the usual. */
export interface CountsWanted {
  /** If others refer to the record, the failure says how many. */
  readonly counts?: true
}
