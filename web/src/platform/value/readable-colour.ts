/** Black or white, the one with more contrast on the colour; it always has more than 4.5 to 1. */
export function readableOn(colour: string): '#000000' | '#ffffff' | undefined {
  const contrast = contrastsOn(colour)
  return contrast && (contrast.black >= contrast.white ? '#000000' : '#ffffff')
}

/** The contrast ratio of that text colour, from 1 to 21. */
export function contrastOn(colour: string): number | undefined {
  const contrast = contrastsOn(colour)
  return contrast && Math.max(contrast.black, contrast.white)
}

function contrastsOn(colour: string): { black: number; white: number } | undefined {
  const channels = channelsOf(colour)
  if (!channels) return undefined
  const luminance = luminanceOf(channels)
  return { black: (luminance + 0.05) / 0.05, white: 1.05 / (luminance + 0.05) }
}

/** The channels of `#f80` and `#ff8800`; undefined for other texts. */
function channelsOf(colour: string): [number, number, number] | undefined {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(colour.trim()) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  if (!digits) return undefined
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255
  return [channel(0), channel(2), channel(4)]
}

/** Relative luminance as WCAG 2 defines it. */
function luminanceOf(channels: [number, number, number]): number {
  const [red, green, blue] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
