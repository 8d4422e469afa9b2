/** A list with one of its members at another place. */
export function movedTo<T>(list: readonly T[], member: T, place: number): T[] {
  const others = list.filter((each) => each !== member)
  return [...others.slice(0, place), member, ...others.slice(place)]
}
