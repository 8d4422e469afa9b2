import type { ReactNode } from 'react'
import styles from './field-list.module.css'

/** Pairs of label and value in a panel. A missing value is a dash. */
export function FieldList({ fields }: { fields: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.fields}>
      {fields.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
