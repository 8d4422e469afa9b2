import type { Query } from '@kontor/contract/lists/query-string'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { panelOfRow } from '../../screen/screen.ts'
import { useListScreen } from '../../screen/use-screen.ts'
import { ofNextRow, withoutPanel } from './list-search.ts'

/**
 * The address of a list: its search, and the id of the row with an open panel, which is below the list's path or at a
 * path of its own.
 */
export function useListAddress() {
  const screen = useListScreen()
  const { route: path } = screen
  const navigate = useNavigate()
  // The cast is safe: parseSearch is the contract's parseQueryString, which gives only texts and lists of texts.
  const search = useSearch({ strict: false }) as Query
  const { id } = useParams({ strict: false }) as { id?: string }

  const change = useCallback(
    (next: Query, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({ to: id ? panelOfRow(screen, id) : path, search: next, replace, resetScroll: false }),
    [navigate, path, screen, id],
  )
  /** The place of the panel of a row, for a link to it and for whatever else opens it. */
  const placeOf = useCallback(
    (row: string) => ({
      ...{ to: panelOfRow(screen, row), search: ofNextRow(search, screen) },
      ...{ replace: id !== undefined, resetScroll: false },
    }),
    [search, screen, id],
  )
  const open = useCallback((row: string) => void navigate(placeOf(row)), [navigate, placeOf])
  const close = useCallback(
    () => void navigate({ to: path, search: withoutPanel(search, screen), resetScroll: false }),
    [navigate, path, search, screen],
  )
  return { search, id, change, placeOf, open, close }
}
