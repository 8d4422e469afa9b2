/**
 * The rules that a design's own CSS may contain: colours, borders, type and spacing. No rule may move, hide or cover a
 * part of the page, add text or fetch anything; every length has bounds (docs/adr/0046).
 */

interface Values {
  /** Bounds of lengths, in pixels. Absent: no lengths. */
  lengths?: readonly [least: number, most: number]
  /** Bounds of plain numbers. */
  numbers?: readonly [least: number, most: number]
  functions?: readonly string[]
  /** Words that are refused because they would hide a text. */
  not?: readonly string[]
}

const colors = ['rgb', 'rgba', 'hsl', 'hsla']
const color: Values = { functions: colors, numbers: [0, 360] }
const room: Values = { lengths: [0, 64] }
const border: Values = { ...color, lengths: [0, 16] }
const words: Values = {}

const sides = ['top', 'right', 'bottom', 'left']
const onEachSide = (name: string, values: Values) =>
  Object.fromEntries([name, ...sides.map((side) => `${name}-${side}`)].map((each) => [each, values]))

export const allowedProperties: Readonly<Record<string, Values>> = {
  // No alpha channel: a transparent text cannot be seen.
  color: { not: ['transparent', 'currentcolor'] },
  'background-color': color,
  'background-image': { functions: [...colors, 'linear-gradient', 'radial-gradient'], numbers: [0, 360] },
  ...onEachSide('border', border),
  'border-color': color,
  'border-style': words,
  'border-width': { lengths: [0, 16] },
  'border-radius': room,
  'box-shadow': { ...color, lengths: [0, 32] },
  ...onEachSide('padding', room),
  ...onEachSide('margin', room),
  gap: room,
  'row-gap': room,
  'column-gap': room,
  'font-family': words,
  'font-size': { lengths: [12, 40], not: ['xx-small', 'x-small', 'smaller', 'larger', 'xxx-large', 'math'] },
  'font-style': words,
  'font-weight': { numbers: [300, 900] },
  'letter-spacing': { lengths: [0, 4] },
  'line-height': { numbers: [1, 2.5] },
  'text-align': words,
  'text-transform': words,
  // A line through an amount would say that it is not charged.
  'text-decoration': { not: ['line-through'] },
}

/** Font families whose letters and figures have their usual shapes. */
export const allowedFamilies: readonly string[] = [
  ...['serif', 'sans-serif', 'monospace', 'system-ui', 'ui-serif', 'ui-sans-serif', 'ui-rounded', 'ui-monospace'],
  ...['arial', 'arial black', 'avenir', 'avenir next', 'calibri', 'cambria', 'candara', 'charter', 'constantia'],
  ...['courier new', 'futura', 'garamond', 'georgia', 'gill sans', 'helvetica', 'helvetica neue', 'inter', 'optima'],
  ...['palatino', 'roboto', 'rockwell', 'segoe ui', 'tahoma', 'times new roman', 'trebuchet ms', 'verdana'],
]

export const allowedPseudoClasses: readonly string[] = [
  ...['hover', 'focus', 'focus-visible', 'focus-within', 'active', 'checked', 'disabled'],
  ...['first-child', 'last-child', 'first-of-type', 'last-of-type'],
]

/** Pixels per unit; only units of known size are allowed. */
export const pixelsPer: Readonly<Record<string, number>> = { px: 1, rem: 16, em: 16 }
/** Units of a gradient's direction. */
export const angles: readonly string[] = ['deg', 'turn']

export const allowedMedia = /^\((min|max)-width:\d{1,4}px\)( and \((min|max)-width:\d{1,4}px\))?$/
