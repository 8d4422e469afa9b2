import { isVisible } from '../../ui/is-visible.ts'
/**
 * Keeps the focus on the page. An element that has the focus and disappears, such as a removed filter or a button of a
 * closed panel, leaves it to nothing: the next key would begin at the top of the page. The focus then goes to what took
 * the place of the element, or back to the element that had it before. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let had: Held[] = []
  /** True after a press, until an element has the focus. */
  let isPressed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function note({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement) || target === document.body) return
    isPressed = false
    had = [holdOf(target), ...had.filter(({ element }) => element !== target)].slice(0, most)
  }
  function look(wait_ms = patience_ms) {
    if (had.length > 0 && isNowhere()) timer ??= setTimeout(putBack, wait_ms)
  }
  function putBack() {
    timer = undefined
    const [last] = had
    if (!last || !isNowhere()) return
    // A busy button is disabled for a moment, and gets the focus again.
    if (last.element.isConnected && last.element.hasAttribute('data-loading')) look(busy_ms)
    // Somebody pressed beside everything: the focus is nowhere on purpose.
    else if (isPressed && isUsable(last.element)) had = []
    else placeFor(had)?.focus()
  }

  const press = () => {
    isPressed = true
  }
  const lose = () => look()
  // The time runs from the last element that lost the focus, not from one that Tab has just left.
  const loseAnew = () => {
    clearTimeout(timer)
    timer = undefined
    look()
  }
  const watch = new MutationObserver(lose)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('pointerdown', press, { capture: true })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', loseAnew)
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    document.removeEventListener('pointerdown', press, { capture: true })
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', loseAnew)
  }
}

/** An element that had the focus, and where it was: its ancestors, each with the position of the way to the element. */
interface Held {
  readonly element: HTMLElement
  readonly path: readonly { readonly around: Element; readonly at: number }[]
}

const most = 10
/** Components that give the focus back themselves do so within this time. */
const patience_ms = 50
const busy_ms = 200

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

function holdOf(element: HTMLElement): Held {
  const path = []
  for (let part: Element = element; part.parentElement; part = part.parentElement)
    path.push({ around: part.parentElement, at: [...part.parentElement.children].indexOf(part) })
  return { element, path }
}

function placeFor(had: readonly Held[]): HTMLElement | undefined {
  for (const held of had) {
    if (isUsable(held.element)) return held.element
    const near = nearest(held)
    if (near) return near
  }
  return (
    document.querySelector<HTMLElement>('tr[data-row][tabindex="0"]') ?? document.getElementById('main') ?? undefined
  )
}

/** The element that took the place, within the smallest part of the page that is left and has any. */
function nearest({ path }: Held): HTMLElement | undefined {
  for (const { around, at } of path) {
    if (isWholePage(around)) return undefined
    if (!around.isConnected) continue
    const others = focusableIn(around)
    const wanted = others.find((each) => each.hasAttribute('data-autofocus'))
    // A field would take the next key as its text.
    const pressed = others.filter((each) => !each.matches(field))
    const after = pressed.find((each) => [...around.children].findIndex((child) => child.contains(each)) >= at)
    const found = wanted ?? after ?? pressed.at(-1)
    if (found) return found
  }
  return undefined
}

const isWholePage = (part: Element) => part === document.body || part.id === 'main' || part.querySelector('h1') !== null

/** The rows of a list take the focus from each other, although only one of them is reached by Tab. */
const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"]), tr[data-row]'

const field = 'input:not([type="checkbox"], [type="radio"]), select, textarea'

const focusableIn = (part: Element): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => isUsable(element) && (element.tabIndex >= 0 || element.matches('tr[data-row]')),
  )

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && isVisible(element)
