import { type Child, h } from './dom.ts'
import type { Part } from './page.ts'

/** The three parts of the page, in the order in which they are read. */
export function draw(place: HTMLElement, part: Part, head: readonly Child[], foot: readonly Child[]): void {
  place.removeAttribute('aria-busy')
  place.replaceChildren(h('header', {}, head), h('section', {}, part.content), h('footer', {}, foot))
}
