import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How wide an element is. The first width counts at once; later ones when `delay` has passed without another. */
export function useWidth<E extends HTMLElement>(delay = 0) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  const settle = useDebouncedCallback(setWidth, delay)
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
