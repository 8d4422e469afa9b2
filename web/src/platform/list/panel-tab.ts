import { useNavigate, useSearch } from '@tanstack/react-router'

/** The open tab of a panel. The address has it as `tab`, except for the first tab. */
export function usePanelTab<const T extends readonly [string, ...string[]]>(
  tabs: T,
): [T[number], (tab: string | null) => void] {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const open: T[number] = tabs.find((tab) => tab === search.tab) ?? tabs[0]
  const setTab = (tab: string | null) =>
    void navigate({
      to: '.',
      // Only `tab` changes; all other parameters belong to the list.
      search: { ...search, tab: tab === null || tab === tabs[0] ? undefined : tab },
      replace: true,
      resetScroll: false,
    })
  return [open, setTab]
}
