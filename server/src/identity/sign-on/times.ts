/** A session that was begun by an issuer asks it again after this time. */
export const askAfter_ms = 5 * 60_000
/** An issuer that does not answer, or that cannot be asked, is believed for this long. */
export const believedFor_ms = 60 * 60_000
