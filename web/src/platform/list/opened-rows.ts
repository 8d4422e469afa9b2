import { useEffect } from 'react'
import { useScope } from '../api/scope.ts'
import { useViewer } from '../viewer.ts'

/** A row that somebody opened. It has no name: names of customers do not stay in a browser. */
interface OpenedRow {
  readonly entity: string
  readonly id: string
  /** The merchant whose view it was opened in. */
  readonly merchant?: string
}

const most = 8

/** The rows that this user opened last in this browser, newest first. */
export function openedRows(user: string): readonly OpenedRow[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOpenedRow) : []
  } catch {
    return []
  }
}

/** Remembers that the viewer opened the row. */
export function useOpenedRow(entity: string | undefined, id: string | undefined): void {
  const { id: user } = useViewer()
  const { merchant } = useScope()
  useEffect(() => {
    if (entity === undefined || id === undefined) return
    const row = { entity, id, ...(merchant && merchant !== id ? { merchant } : {}) }
    const others = openedRows(user).filter((other) => other.id !== id)
    localStorage.setItem(keyOf(user), JSON.stringify([row, ...others].slice(0, most)))
  }, [user, entity, id, merchant])
}

const keyOf = (user: string) => `kontor.opened.${user}`

const isOpenedRow = (value: unknown): value is OpenedRow =>
  typeof value === 'object' && value !== null && 'entity' in value && 'id' in value
