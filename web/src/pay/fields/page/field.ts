import { h } from '../../dom.ts'

export interface Field {
  element: HTMLElement
  /** Where the gateway puts its frame. */
  box: HTMLElement
  /** Says what is wrong with the field; an empty text takes it back. */
  say(problem: string): void
  isWrong(): boolean
}

interface Given {
  name: string
  label: string
  wide?: boolean
  /** The focus goes where the label is clicked. */
  onLabel: () => void
}

/** The label, the frame and the problem of a field. The frame is another page, so that a label cannot belong to its input. */
export function field({ name, label, wide = false, onLabel }: Given): Field {
  const labelId = `${name}-label`
  const box = h('div', { id: name, class: 'box' })
  const problem = h('p', { id: `${name}-problem`, role: 'alert' })
  const title = h('span', { id: labelId, class: 'label', onclick: onLabel }, label)
  const element = h(
    'div',
    { class: wide ? 'field wide' : 'field', role: 'group', 'aria-labelledby': labelId },
    title,
    box,
    problem,
  )
  return {
    element,
    box,
    say: (text) => {
      problem.textContent = text
      box.toggleAttribute('data-wrong', text !== '')
    },
    isWrong: () => problem.textContent !== '',
  }
}
