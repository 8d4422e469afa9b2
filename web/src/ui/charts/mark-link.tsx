import { Link } from '@tanstack/react-router'
import type { FocusEventHandler, PointerEventHandler, ReactNode } from 'react'
import plot from './plot/plot.module.css'

/** The screen that shows the rows behind a figure. */
export interface Target {
  to: string
  search: Record<string, string | string[]>
}

export interface MarkProps {
  target: Target | undefined
  /** The name of the mark, with its exact value. */
  label: string
  children: ReactNode
  tabIndex?: number
  at?: number
  onPointerEnter?: PointerEventHandler<Element>
  onPointerLeave?: PointerEventHandler<Element>
  onFocus?: FocusEventHandler<Element>
  onBlur?: FocusEventHandler<Element>
}

/** A part of a chart: a link when there is a list behind it, else a named picture. The keyboard reaches both. */
export function Mark({ target, label, children, at, ...rest }: MarkProps) {
  const shared = { className: plot.mark, 'aria-label': label, 'data-mark': at, ...rest }
  if (!target) {
    return (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: <g> is a group of shapes, not a control
      <g role="img" {...shared}>
        {children}
      </g>
    )
  }
  return (
    <Link to={target.to} search={target.search} preload={false} {...shared}>
      {children}
    </Link>
  )
}
