import { createContext, useContext } from 'react'

/** True on the page of a row: everything is shown at once, and nothing is behind a tab. */
export const IsWholePage = createContext(false)

export const useIsWholePage = (): boolean => useContext(IsWholePage)
