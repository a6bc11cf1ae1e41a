/** How far the clocks of a provider and of the database may differ, in seconds. */
export const tolerance = 60
/** How old a logout token may be, in seconds. */
export const maxLogoutAge = 300
/** How long an access token may live, in seconds: it is remembered until it has expired. */
export const maxTokenLife = 7 * 86_400
