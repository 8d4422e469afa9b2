import { useMatch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'
import type { Viewer } from '../viewer.ts'
import type { ListScreen, OpenScreen, ShownScreen } from './screen.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: OpenScreen
  }
}

/** The description of the surrounding screen. */
export function useScreen(): OpenScreen {
  const screen = useMatch({ strict: false, select: ({ staticData }) => staticData.screen })
  if (!screen) throw new Error('There is no description of this screen')
  return screen
}

export function useListScreen(): ListScreen {
  const screen = useScreen()
  if (screen.kind !== 'list') throw new Error(`${screen.route} is no list`)
  return screen
}

/** The title of a screen. "Transacties" is the name of the list; the dashboard has a title of its own. */
export function useScreenTitle() {
  const { t } = useTranslation()
  const textOf = useKnownText()
  return ({ label }: Pick<OpenScreen | ShownScreen, 'label'>): string =>
    textOf('dashboard.title', label, t(`nav.${label}.label`))
}

/** The screens that the viewer may open. The application provides them; this folder does not name any. */
export const ScreensContext = createContext<readonly ShownScreen[]>([])

/** The screens that somebody else may open, in their own view or in a merchant's, by the rules of the navigation. */
export const ScreensOfContext = createContext<(of: Viewer, isMerchantView: boolean) => readonly ShownScreen[]>(() => [])

export const useScreens = (): readonly ShownScreen[] => useContext(ScreensContext)
