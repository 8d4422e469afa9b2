import type { Related } from '../platform/api/related.ts'
import { readableOn } from '../platform/value/readable-colour.ts'
import styles from './tag-chip.module.css'

interface ColouredTag {
  id: string
  text: string
  color: string
}

/** A tag in its own colour, with readable text. */
export function TagChip({ tag }: { tag: Pick<ColouredTag, 'text' | 'color'> }) {
  const color = readableOn(tag.color)
  return (
    <span className={styles.chip} style={color && { background: tag.color, color }} title={tag.text}>
      {tag.text}
    </span>
  )
}

/** The tag as the title of its own panel. */
export function TagTitle({ tag }: { tag: Pick<ColouredTag, 'text' | 'color'> }) {
  return (
    <h3 className={styles.title}>
      <TagChip tag={tag} />
    </h3>
  )
}

export function TagChips({ tags }: { tags: readonly Related<ColouredTag>[] }) {
  // A tag that the viewer may not see is only an id, which is left out.
  const known = tags.filter((tag) => typeof tag !== 'string')
  if (known.length === 0) return '–'
  return (
    <span className={styles.chips}>
      {known.map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
    </span>
  )
}
