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
  const orderedBy = ({ order }: Settings) => {
    const rank = (column: Column<R>) => {
      const at = order.indexOf(column.name)
      return at < 0 ? order.length + columns.indexOf(column) : at
    }
    return columns.toSorted((a, b) => rank(a) - rank(b))
  }
  const isShownBy = ({ shown }: Settings, column: Column<R>) => shown[column.name] ?? !column.isExtra
  const ordered = orderedBy(settings)
  const isShown = (column: Column<R>) => isShownBy(settings, column)

  return {
    ordered,
    isShown,
    visible: ordered.filter(isShown),
    /** The names of the columns that other settings, such as those of a saved view, show. */
    namesBy: (value: Settings) =>
      orderedBy(value)
        .filter((column) => isShownBy(value, column))
        .map(({ name }) => name),
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
