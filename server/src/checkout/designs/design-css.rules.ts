/**
 * What a design's own rules may say: colours, borders, type and the room between things. Nothing that moves, hides or covers a
 * part of the page, brings text into it or fetches anything; every length has bounds (docs/adr/0046).
 */

interface Values {
  /** Of lengths, in pixels. Absent: no lengths. */
  lengths?: readonly [least: number, most: number]
  /** Of bare numbers. */
  numbers?: readonly [least: number, most: number]
  functions?: readonly string[]
  /** Words that would hide a text. */
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
  // No alpha: a text in no colour is not there.
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
  // A line through an amount says that it is not asked for.
  'text-decoration': { not: ['line-through'] },
}

/** Families that have the letters and figures of everybody, each under its own shape. */
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

/** In pixels; the units are those of which the size is known. */
export const pixelsPer: Readonly<Record<string, number>> = { px: 1, rem: 16, em: 16 }
/** Directions of a gradient. */
export const angles: readonly string[] = ['deg', 'turn']

export const allowedMedia = /^\((min|max)-width:\d{1,4}px\)( and \((min|max)-width:\d{1,4}px\))?$/
