import type { Session } from '@kontor/contract/identity/session'
import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { speakOwn } from '../platform/i18n.ts'

/** Applies the user's own language and appearance in a browser where nothing was chosen yet. */
export function useOwnLook(session: Session | null): void {
  usePrintsLight()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = session?.language
  const theme = session?.theme
  useEffect(() => {
    if (language) void speakOwn(language)
  }, [language])
  useEffect(() => {
    if (theme && theme !== 'auto' && colorScheme === 'auto' && !localStorage.getItem('kontor.theme')) {
      setColorScheme(theme)
    }
  }, [theme, colorScheme, setColorScheme])
}

const scheme = 'data-mantine-color-scheme'

/** Paper is white, so a dark page is printed as the light one. */
function usePrintsLight(): void {
  useEffect(() => {
    const page = document.documentElement
    let own: string | null = null
    const lighten = () => {
      own = page.getAttribute(scheme)
      page.setAttribute(scheme, 'light')
    }
    const restore = () => {
      if (own !== null) page.setAttribute(scheme, own)
    }
    window.addEventListener('beforeprint', lighten)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', lighten)
      window.removeEventListener('afterprint', restore)
    }
  }, [])
}
