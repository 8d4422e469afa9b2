/**
 * Scrolls what scrolls to an element in it, and to as much of its neighbours as shows that there are any. `scrollIntoView` would
 * have the first Tab of a page begin behind the element.
 */
export function bringIntoSight(element: Element, scrolls: Element): void {
  const [inner, outer] = [element.getBoundingClientRect(), scrolls.getBoundingClientRect()]
  scrolls.scrollTop += missing(inner.top, inner.bottom, outer.top, outer.bottom)
  scrolls.scrollLeft += missing(inner.left, inner.right, outer.left, outer.right)
}

const ofNeighbours = 48

const missing = (start: number, end: number, from: number, to: number): number =>
  Math.min(start - ofNeighbours - from, 0) || Math.max(end + ofNeighbours - to, 0)
