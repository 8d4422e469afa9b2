import { type Child, h } from './dom.ts'
import type { Part } from './page.ts'

/** Draws the three parts of the page, in reading order. */
export function draw(place: HTMLElement, part: Part, head: readonly Child[], foot: readonly Child[]): void {
  place.removeAttribute('aria-busy')
  place.replaceChildren(h('header', {}, head), h('section', {}, part.content), h('footer', {}, foot))
}
