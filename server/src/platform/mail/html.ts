/** HTML whose every value was escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Value = string | number | Html | readonly Html[] | undefined

/** html`<p>${name}</p>`: what is put in is escaped, unless it is HTML already. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + written(values[index - 1]) + part))
}

function written(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(written).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
