/** An element with what is in it, which is XML already. */
export const tag = (name: string, inner: string, attributes = ''): string => `<${name}${attributes}>${inner}</${name}>`

/** An element with a text of any characters. */
export const textTag = (name: string, text: string, attributes = ''): string => tag(name, escaped(text), attributes)

/** A text as XML 1.0 takes it, also as the value of an attribute in double quotes. What no document may hold is left out. */
export const escaped = (text: string): string =>
  text
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

// Halves of a character that stand alone, too: UTF-8 cannot write them.
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
