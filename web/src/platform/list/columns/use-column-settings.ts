import { useLocalStorage } from '@mantine/hooks'
import { useViewer } from '../../viewer.ts'
import type { Column } from './columns.tsx'

interface Settings {
  /** Column names in the chosen order. A column that a later version adds comes after them. */
  order: string[]
  /** Columns that the person switched on or off; all others follow the screen. */
  shown: Record<string, boolean>
}

const none: Settings = { order: [], shown: {} }

/** The visible columns and their order, stored per user and list in this browser. */
export function useColumnSettings<R>(list: string, columns: readonly Column<R>[]) {
  const viewer = useViewer()
  const [settings, setSettings, reset] = useLocalStorage<Settings>({
    key: `kontor.columns.${viewer.id}.${list}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  })
  const rank = (column: Column<R>) => {
    const at = settings.order.indexOf(column.name)
    return at < 0 ? settings.order.length + columns.indexOf(column) : at
  }
  const ordered = columns.toSorted((a, b) => rank(a) - rank(b))
  const isShown = (column: Column<R>) => settings.shown[column.name] ?? !column.isExtra

  return {
    ordered,
    isShown,
    visible: ordered.filter(isShown),
    isChanged: settings.order.length > 0 || Object.keys(settings.shown).length > 0,
    reset,
    value: settings,
    apply: (value: Settings) => setSettings(value),
    show: (name: string, shown: boolean) => setSettings({ ...settings, shown: { ...settings.shown, [name]: shown } }),
    /** Gives a column the place of another one; those between them move up. */
    moveTo: (name: string, at: number) => {
      const others = ordered.map((column) => column.name).filter((each) => each !== name)
      setSettings({ ...settings, order: others.toSpliced(at, 0, name) })
    },
  }
}
