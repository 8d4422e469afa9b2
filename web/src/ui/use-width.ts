import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * The width of an element in pixels. The first width is reported at once; later ones after `delay` milliseconds without
 * a further change.
 */
export function useWidth<E extends HTMLElement>(delay = 0) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  const later = useDebouncedCallback(setWidth, delay)
  const settle = delay === 0 ? setWidth : later
  useLayoutEffect(() => setWidth(ref.current?.clientWidth ?? 0), [])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => settle(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [settle])
  return { ref, width }
}
