import { Badge, type BadgeProps } from '@mantine/core'
import styles from './word-tag.module.css'

type WordTagProps = Pick<BadgeProps, 'color' | 'variant' | 'maw' | 'style' | 'children'>

/** A tag of a word or two, in the case in which they are written. */
export function WordTag({ variant = 'light', ...props }: WordTagProps) {
  return <Badge variant={variant} className={styles.tag} {...props} />
}
