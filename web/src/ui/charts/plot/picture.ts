/** A chart as a file, with its title, its legend, and its present colours. */

export interface LegendEntry {
  name: string
  colour: string
  text?: string
}

const styles = [
  'fill',
  'visibility',
  'paint-order',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
]
const margin = 16
const leastWidth = 480
const head = 56
const line = 20

export function pictureOf(svg: SVGSVGElement, title: string, text: string, legend: readonly LegendEntry[]): string {
  const { width, height } = svg.getBoundingClientRect()
  const body = getComputedStyle(document.body)
  const whole = element('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width: Math.max(leastWidth, width + 2 * margin),
    height: head + height + legend.length * line + margin,
    'font-family': 'Inter, "Segoe UI", Helvetica, Arial, sans-serif',
  })
  const chart = copyOf(svg)
  for (const [name, value] of Object.entries({ x: margin, y: head, width, height }))
    chart.setAttribute(name, String(value))
  whole.append(
    element('rect', { width: '100%', height: '100%', fill: body.backgroundColor }),
    words(title, margin, 26, { 'font-size': 16, 'font-weight': 600, fill: body.color }),
    words(text, margin, 44, { 'font-size': 12, fill: body.color }),
    chart,
    ...legend.flatMap((entry, at) => legendRow(entry, head + height + (at + 0.5) * line, body.color)),
  )
  return new XMLSerializer().serializeToString(whole)
}

function legendRow({ name, colour, text }: LegendEntry, y: number, ink: string): SVGElement[] {
  return [
    element('rect', { x: margin, y: y - 9, width: 10, height: 10, rx: 2, fill: resolved(colour) }),
    words(text ? `${name}: ${text}` : name, margin + 18, y, { 'font-size': 12, fill: ink }),
  ]
}

/**
 * Copies the drawing and writes the computed styles into each element, because a file has no style sheets or custom
 * properties.
 */
function copyOf(original: SVGElement): SVGElement {
  // The cast is safe: the clone of an SVG element is an SVG element.
  const copy = original.cloneNode(true) as SVGElement
  const from = [original, ...original.querySelectorAll<SVGElement>('*')]
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  for (const [at, one] of to.entries()) {
    const source = from[at]
    if (!source) continue
    const computed = getComputedStyle(source)
    for (const name of styles) one.setAttribute(name, computed.getPropertyValue(name))
    for (const name of ['class', 'style', 'tabindex', 'href']) one.removeAttribute(name)
  }
  return copy
}

function resolved(colour: string): string {
  const probe = document.createElement('i')
  probe.style.color = colour
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function words(text: string, x: number, y: number, attributes: Record<string, string | number>): SVGElement {
  const made = element('text', { x, y, ...attributes })
  made.textContent = text
  return made
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}

/** A PNG at twice the size on screen, for print and slides. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * 2
  canvas.height = image.naturalHeight * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser makes no PNG of this chart')))),
  )
}
