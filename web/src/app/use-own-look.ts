import type { Session } from '@kontor/contract/identity/session'
import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { speakOwn } from '../platform/i18n.ts'

/** Applies the user's own language and appearance in a browser where nothing was chosen yet. */
export function useOwnLook(session: Session | null): void {
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
