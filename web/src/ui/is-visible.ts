/** Whether an element is drawn at all. Browsers from before 2024 cannot be asked; an element without `hidden` counts. */
export const isVisible = (element: HTMLElement): boolean =>
  'checkVisibility' in element ? element.checkVisibility() : (element as HTMLElement).closest('[hidden]') === null
