import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * The width of an element in pixels. The first width is reported at once; later ones after `delay` milliseconds without
 * a further change. The observer gives it after the browser's own layout: asking the element would force one more for
 * each chart of the page. What is laid out by its width (`isBeforePaint`) asks all the same, once.
 */
export function useWidth<E extends HTMLElement>(delay = 0, isBeforePaint = false) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  const later = useDebouncedCallback(setWidth, delay)
  const settle = delay === 0 ? setWidth : later
  useLayoutEffect(() => {
    if (isBeforePaint) setWidth(ref.current?.clientWidth ?? 0)
  }, [isBeforePaint])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let isFirst = true
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0)
      if (isFirst) setWidth(next)
      else settle(next)
      isFirst = false
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [settle])
  return { ref, width }
}
