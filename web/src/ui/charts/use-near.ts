import { startTransition, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Tells whether an element is or was on screen or close to it, or is printed. */
export function useNear() {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear) return
    const draw = () => flushSync(() => setNear(true))
    addEventListener('beforeprint', draw)
    return () => removeEventListener('beforeprint', draw)
  }, [isNear])
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        // Several charts come near at once; a transition lets the browser answer between them.
        startTransition(() => setNear(true))
        observer.disconnect()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isNear }
}
