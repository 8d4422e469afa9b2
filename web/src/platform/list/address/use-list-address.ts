import type { Query } from '@kontor/contract/lists/query-string'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { panelsOf } from '../../screen/screen.ts'
import { useListScreen } from '../../screen/use-screen.ts'
import { ofNextRow, withoutPanel } from './list-search.ts'

/**
 * The address of a list: its search, and the id of the row with an open panel, which is below the list's path or at a
 * path of its own.
 */
export function useListAddress() {
  const screen = useListScreen()
  const { route: path } = screen
  const panelPath = panelsOf(screen)
  const navigate = useNavigate()
  // The cast is safe: parseSearch is the contract's parseQueryString, which gives only texts and lists of texts.
  const search = useSearch({ strict: false }) as Query
  const { id } = useParams({ strict: false }) as { id?: string }

  const change = useCallback(
    (next: Query, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({ to: id ? `${panelPath}/${id}` : path, search: next, replace, resetScroll: false }),
    [navigate, path, panelPath, id],
  )
  const open = useCallback(
    (row: string) =>
      void navigate({
        ...{ to: `${panelPath}/${row}`, search: ofNextRow(search, screen) },
        ...{ replace: id !== undefined, resetScroll: false },
      }),
    [navigate, panelPath, search, screen, id],
  )
  const close = useCallback(
    () => void navigate({ to: path, search: withoutPanel(search, screen), resetScroll: false }),
    [navigate, path, search, screen],
  )
  return { search, id, change, open, close }
}
