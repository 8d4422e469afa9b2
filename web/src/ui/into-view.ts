/** A `ref` that brings an element into sight when it comes. */
export const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
