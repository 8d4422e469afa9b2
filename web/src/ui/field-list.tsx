import { Button } from '@mantine/core'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './field-list.module.css'

type Field = readonly [label: string, value: ReactNode]

/** Pairs of label and value in a panel. Fields without a value are hidden until the reader asks for them. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  const isAlone = useContext(Fold) === undefined
  const list = <Fields fields={fields} />
  return isAlone ? <FoldedFields>{list}</FoldedFields> : list
}

interface Folded {
  isOpen: boolean
  /** Says how many empty fields a list has; returns what takes it back. */
  count: (list: string, empty: number) => () => void
}

const Fold = createContext<Folded | undefined>(undefined)

/** Several lists of fields, whose empty fields one button below them shows. */
export function FoldedFields({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const fold = useMemo(
    () => ({
      isOpen,
      count: (list: string, empty: number) => {
        setCounts((others) => ({ ...others, [list]: empty }))
        return () => setCounts(({ [list]: _, ...others }) => others)
      },
    }),
    [isOpen],
  )
  const empty = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return (
    <>
      <Fold value={fold}>{children}</Fold>
      {empty > 0 && (
        <Button
          className={styles.fold}
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('panel.hide_empty') : t('panel.show_empty', { count: empty })}
        </Button>
      )}
    </>
  )
}

function Fields({ fields }: { fields: readonly Field[] }) {
  const fold = useContext(Fold)
  const id = useId()
  const filled = fields.filter(([, value]) => !isEmpty(value))
  const empty = fields.length - filled.length
  const count = fold?.count
  useLayoutEffect(() => count?.(id, empty), [count, id, empty])
  const shown = fold?.isOpen ? fields : filled
  if (shown.length === 0) return null
  return (
    <dl className={styles.fields}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{isEmpty(value) ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === '' || value === false
