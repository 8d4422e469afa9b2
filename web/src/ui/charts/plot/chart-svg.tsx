import { type KeyboardEventHandler, type ReactNode, useId } from 'react'

interface ChartSvgProps {
  label: string
  description: string
  width: number
  height: number
  onKeyDown?: KeyboardEventHandler<SVGElement>
  children: ReactNode
}

/** A drawing with a title and a description. Its marks can be focused one by one. */
export function ChartSvg({ label, description, children, ...rest }: ChartSvgProps) {
  const id = useId()
  // Before the first measurement there is nothing to draw in.
  if (rest.width === 0) return <svg width={0} height={rest.height} aria-hidden="true" />
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG is not a <fieldset>, and the role img would hide the marks
    <svg role="group" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} {...rest}>
      <title id={`${id}-title`}>{label}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {children}
    </svg>
  )
}
