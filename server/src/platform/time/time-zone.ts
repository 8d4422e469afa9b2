const hour = 3_600_000
const day = 24 * hour
/** Clocks change at the full, half or quarter hour of UTC. */
const quarter = hour / 4
/** Each day of a report is looked up some four times: more than ten years of days. */
const mostKept = 20_000

export type Offsets = (instant: number) => number

const known = new Map<string, Offsets>()

/** Milliseconds that an IANA zone is ahead of UTC, as a function of the instant. */
export function offsetsOf(timeZone: string): Offsets {
  const offsets = known.get(timeZone) ?? newOffsets(timeZone)
  known.set(timeZone, offsets)
  return offsets
}

function newOffsets(timeZone: string): Offsets {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (instant: number) => {
    const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
    return name === 'GMT' ? 0 : writtenOffset(name.replace('GMT', ''))
  }
  const kept = new Map<number, number>()
  return (instant) => {
    // Before 1972 clocks were also changed at other times than those.
    if (!(instant >= 2 * 365 * day)) return offsetAt(instant)
    const place = Math.floor(instant / quarter)
    const found = kept.get(place) ?? offsetAt(instant)
    // Formatting takes a hundred times as long as looking up. Ranges of people fit, those of an attacker do not grow it.
    if (kept.size >= mostKept) kept.clear()
    kept.set(place, found)
    return found
  }
}

/** `+01:00`, `-0330` or `Z`, in milliseconds. */
export function writtenOffset(text: string): number {
  if (text === 'Z') return 0
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * 60_000)
}

/**
 * The instant of a local time, which is given as if it were UTC. A time that comes twice (clocks set back) is its
 * first; a time that never comes (set forward) moves on by the gap.
 */
export function fromLocal(asUtc: number, offsetAt: Offsets): number {
  const before = asUtc - offsetAt(asUtc - day)
  const after = asUtc - offsetAt(asUtc + day)
  const fitting = [before, after].filter((instant) => instant + offsetAt(instant) === asUtc)
  return fitting.length > 0 ? Math.min(...fitting) : before
}

/** The local time of an instant, as if it were UTC. */
export const toLocal = (instant: number, offsetAt: Offsets): number => instant + offsetAt(instant)

/** Days since 1970 of the local calendar. */
export const dayOf = (instant: number, offsetAt: Offsets): number => Math.floor(toLocal(instant, offsetAt) / day)

/** The first instant of a day of the local calendar. */
export const startOfDay = (dayNumber: number, offsetAt: Offsets): number => fromLocal(dayNumber * day, offsetAt)
