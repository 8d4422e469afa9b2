import { useMatch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
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

/** The screens that the viewer may open. The application provides them; this folder does not name any. */
export const ScreensContext = createContext<readonly ShownScreen[]>([])

export const useScreens = (): readonly ShownScreen[] => useContext(ScreensContext)
