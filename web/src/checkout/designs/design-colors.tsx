import type { CheckoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import { brandColors, designColors } from '@kontor/contract/checkout/design-colors.rules'
import { useLabels } from '../../platform/value/labels.ts'
import styles from './design-colors.module.css'

/** The colours of a design at a glance; the brand's colour where the design has none. */
export function DesignColors({ of: design }: { of: CheckoutDesign }) {
  const labels = useLabels()
  const shown = designColors.flatMap((name) => {
    const color = design[name] ?? brandColors[name]
    return color ? [{ name, color }] : []
  })
  return (
    <span className={styles.colors}>
      {shown.map(({ name, color }) => (
        <span
          key={name}
          role="img"
          aria-label={`${labels.field({ name: 'checkout' }, name)} ${color}`}
          title={`${labels.field({ name: 'checkout' }, name)} ${color}`}
          className={styles.swatch}
          style={{ background: color }}
        />
      ))}
    </span>
  )
}
