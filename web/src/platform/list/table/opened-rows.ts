import { useEffect } from 'react'
import { useScope } from '../../api/scope.ts'
import { useViewer } from '../../viewer.ts'

export interface OpenedRow {
  readonly entity: string
  readonly id: string
  /** The merchant whose view it was opened in. */
  readonly merchant?: string
  /** The name of a merchant. Other rows have none: names of customers do not stay in a browser. */
  readonly name?: string
}

const most = 8
/** So many rows of an entity are kept however many other rows were opened since: people choose among the last merchants. */
const mostOf: Readonly<Record<string, number>> = { merchant: 6 }

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
export function useOpenedRow(entity: string | undefined, id: string | undefined, name?: string): void {
  const { id: user } = useViewer()
  const { merchant } = useScope()
  useEffect(() => {
    if (entity === undefined || id === undefined) return
    const before = openedRows(user)
    const known = name ?? before.find((row) => row.id === id)?.name
    const row = { entity, id, ...(merchant && merchant !== id ? { merchant } : {}), ...(known ? { name: known } : {}) }
    const rows = withoutOldest([row, ...before.filter((other) => other.id !== id)])
    localStorage.setItem(keyOf(user), JSON.stringify(rows))
  }, [user, entity, id, merchant, name])
}

export const withoutOldest = (rows: readonly OpenedRow[]): readonly OpenedRow[] =>
  rows.filter(({ entity }, at) => {
    const own = mostOf[entity]
    return own === undefined ? at < most : rows.slice(0, at).filter((row) => row.entity === entity).length < own
  })

const keyOf = (user: string) => `kontor.opened.${user}`

const isOpenedRow = (value: unknown): value is OpenedRow =>
  typeof value === 'object' && value !== null && 'entity' in value && 'id' in value
