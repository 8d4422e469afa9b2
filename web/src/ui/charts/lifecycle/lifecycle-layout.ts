import { widthOf } from '../plot/axis.ts'

export interface LifecycleStep {
  key: string
  name: string
  /** The percentage of all items that passed the step, 0 to 100. */
  percentage: number
  shown: string
  lines: readonly string[]
  colour: string
}

export interface LifecycleWay {
  from: string
  to: string
  /** The percentage of all items that went this way. */
  percentage: number
  text: string
}

interface Layout {
  steps: readonly LifecycleStep[]
  ways: readonly LifecycleWay[]
  columns: readonly (readonly string[])[]
  lanes: readonly string[]
}

export const nodeWidth = 14
/** The label above a step, of two lines; in the last column it stands at the right. */
export const labelHeight = 30
/** Between a step of the last column and its label. */
export const labelGap = 6
const labelWidth = 132
const leastCurve = 30
const gap = 8
const edge = 8

export function leastWidth(layout: Layout): number {
  const before = layout.columns.length - 1
  return before * (labelWidth + nodeWidth + leastCurve) + lastWidth(layout)
}

/** The width of the last column with its labels, which stand beside the steps. */
function lastWidth({ columns, steps }: Layout): number {
  const names = steps.filter(({ key }) => columns.at(-1)?.includes(key)).map(({ name }) => widthOf(name))
  return Math.max(labelWidth, nodeWidth + labelGap + Math.max(0, ...names))
}

/** A step, or the room that a way takes in a column which it passes. */
interface Place {
  step: LifecycleStep | undefined
  way: LifecycleWay | undefined
  lane: number
  column: number
  x: number
  y: number
  height: number
  isLast: boolean
}

export interface Node extends Place {
  step: LifecycleStep
}

/** Ways run level beside the labels and bend between the columns, so that no line crosses a label. */
export function layOut(layout: Layout, width: number, height: number) {
  const { columns, ways } = layout
  const placed = columns.map((_, column) => placesOf(layout, column))
  const scale = Math.min(...placed.map((column) => largestScale(column, height)))
  const spacing = (width - lastWidth(layout)) / Math.max(1, columns.length - 1)
  for (const [column, places] of placed.entries()) stack(places, column * spacing, scale)
  const places = placed.flat()
  const nodes = places.filter((place): place is Node => place.step !== undefined)
  const nodeOf = (key: string) => nodes.find(({ step }) => step.key === key)
  const [leaving, arriving] = [new Map<Place, number>(), new Map<Place, number>()]
  const inOrder = ways
    .filter(({ percentage }) => percentage > 0)
    .toSorted((one, other) => laneOf(layout, one.to) - laneOf(layout, other.to))
  const paths = inOrder.flatMap((way) => {
    const [from, to] = [nodeOf(way.from), nodeOf(way.to)]
    if (!from || !to) return []
    const thickness = Math.max(1, way.percentage * scale)
    const at = (place: Place, taken: Map<Place, number>) => {
      const used = taken.get(place) ?? 0
      taken.set(place, used + thickness)
      return place.y + used + thickness / 2
    }
    const passed = places.filter((place) => place.way === way)
    const start = { x: from.x + nodeWidth, y: at(from, leaving) }
    const end = { x: to.x, y: at(to, arriving) }
    const d =
      from.column === to.column
        ? `M${point(start)}C${point({ x: start.x + leastCurve, y: start.y })} ${point({ x: start.x + leastCurve, y: end.y })} ${point({ x: start.x, y: end.y })}`
        : curve([start, ...passed.map(({ x, y }) => ({ x, y: y + thickness / 2 })), end])
    return [{ way, d, thickness, colour: to.step.colour }]
  })
  return { nodes, paths }
}

const laneOf = ({ lanes }: Layout, key: string) => lanes.indexOf(key)

function placesOf(layout: Layout, column: number): Place[] {
  const { columns, steps, ways } = layout
  const columnOf = (key: string) => columns.findIndex((keys) => keys.includes(key))
  const empty = { column, x: 0, y: 0, height: 0, isLast: column === columns.length - 1 }
  const own = steps
    .filter(({ key }) => columnOf(key) === column)
    .map((step): Place => ({ ...empty, step, way: undefined, lane: laneOf(layout, step.key) }))
  const passing = ways
    .filter(({ from, to, percentage }) => percentage > 0 && columnOf(from) < column && columnOf(to) > column)
    .map((way): Place => ({ ...empty, step: undefined, way, lane: laneOf(layout, way.to) }))
  return [...own, ...passing].sort((one, other) => one.lane - other.lane)
}

const heightOf = ({ step, way }: Place, scale: number) =>
  step ? Math.max(2, step.percentage * scale) : Math.max(1, (way?.percentage ?? 0) * scale)

/** The height with its label. */
const rowOf = (place: Place, scale: number) => {
  const height = heightOf(place, scale)
  if (!place.step) return height
  return place.isLast ? Math.max(labelHeight, height) : height + labelHeight
}

/** One percent has the same height everywhere. A thin step of the last column gets space for the label beside it. */
function stack(places: readonly Place[], x: number, scale: number): void {
  const [first] = places
  // The uppermost ways are level, whether a label stands above them or not.
  let y = edge + (first?.step && !first.isLast ? 0 : labelHeight)
  for (const place of places) {
    const row = rowOf(place, scale)
    place.x = x
    place.height = heightOf(place, scale)
    place.y = place.step && !place.isLast ? y + labelHeight : y
    y += row + gap
  }
}

/** The largest number of pixels per percent at which the column fits. */
function largestScale(places: readonly Place[], height: number): number {
  const room = height - 2 * edge - labelHeight - (places.length - 1) * gap
  const heightAt = (scale: number) => places.reduce((sum, place) => sum + rowOf(place, scale), 0)
  const tried = Array.from({ length: 60 }, (_, at) => (60 - at) / 20)
  return tried.find((scale) => heightAt(scale) <= room) ?? 0.05
}

interface Point {
  x: number
  y: number
}

const point = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`

/** Level beside the label of each column, bent from there to the next one. */
function curve([start, ...others]: readonly Point[]): string {
  if (!start) return ''
  let d = `M${point(start)}`
  let [x, y] = [start.x - nodeWidth, start.y]
  for (const next of others) {
    const bend = x + labelWidth
    const middle = (bend + next.x) / 2
    d += `H${bend.toFixed(1)}C${point({ x: middle, y })} ${point({ x: middle, y: next.y })} ${point(next)}`
    x = next.x
    y = next.y
  }
  return d
}
