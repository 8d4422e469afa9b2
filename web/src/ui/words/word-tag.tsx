import { Badge, type BadgeProps } from '@mantine/core'
import styles from './word-tag.module.css'

type WordTagProps = Pick<BadgeProps, 'color' | 'variant' | 'maw' | 'children'>

/** A word or two as a tag, written as they are. */
export function WordTag({ variant = 'light', ...props }: WordTagProps) {
  return <Badge variant={variant} className={styles.tag} {...props} />
}
