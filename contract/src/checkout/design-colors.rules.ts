export const designColors = [
  'background_color',
  'header_color',
  'header_text_color',
  'button_color',
  'button_text_color',
] as const
export type DesignColor = (typeof designColors)[number]
export type DesignColors = Readonly<Record<DesignColor, string | null>>

/** The brand's colours, used where a design names none. Without a head colour, the head has the colour of the page. */
export const brandColors = {
  background_color: '#f4f5f7',
  header_color: null,
  header_text_color: '#1d2433',
  button_color: '#1f4fd8',
  button_text_color: '#ffffff',
} as const satisfies DesignColors
export const paperColor = '#ffffff'

/**
 * Contrast ratios of WCAG 2.2: the first for small text; the second for large text. Below the second the page itself
 * takes black or white.
 */
export const goodContrast = 4.5
export const leastContrast = 3

/** The contrast ratio: from 1 (the same colour) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The chosen text colour, unless it cannot be read: a design must not hide an amount in its own colour. */
export function readableOn(background: string, text: string): string {
  if (contrastOf(background, text) >= leastContrast) return text
  return contrastOf(background, black) > contrastOf(background, white) ? black : white
}

const black = '#000000'
const white = '#ffffff'

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
