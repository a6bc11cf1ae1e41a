// How much a request may ask for. Limits that an operator sets are settings.

/** The number of records of a page if the client does not send a limit. */
export const defaultLimit = 40
/** The number of changes of a page if the client does not send a limit. */
export const defaultChanges = 1_000
/** The longest wait for changes, in milliseconds. */
export const maxWait = 60_000
/** The most names in `fields`. */
export const maxNames = 200
/** The most names in `sortBy` of a search. */
export const maxSortKeys = 10
/** The most fields in `groupBy`. */
export const maxGroups = 8
/** The longest username at login, in characters. */
export const maxUsernameLength = 200
/** The longest name or address of somebody who asks for a link, in characters. */
export const maxAskedLength = 254
/** The longest password that is sent for a change of password, in bytes. */
export const maxPasswordBytes = 1_024
/** The most records that a request for the home page names. */
export const maxNamed = 20
