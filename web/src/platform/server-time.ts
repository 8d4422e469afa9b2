let ahead_ms = 0

/** The server's time, as far as this browser can know: a computer whose clock is wrong must not be signed out at once. */
export const serverNow = (): number => Date.now() + ahead_ms

/** Every answer says when it was given, to the second. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) ahead_ms = Math.abs(at - Date.now()) < 5_000 ? 0 : at - Date.now()
}
