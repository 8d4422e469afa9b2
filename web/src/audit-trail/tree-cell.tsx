import type { AuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconCornerDownRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './tree-cell.module.css'
import type { CallTree } from './use-call-tree.ts'

/** Opens the calls that a call caused, below its row. A call that was opened so stands further to the right. */
export function TreeCell({ row, tree }: { row: AuditTrailItem; tree: CallTree }) {
  const { t } = useTranslation()
  const depth = tree.depthOf(row.id)
  const isOpen = tree.isOpen(row.id)
  if (depth === 0 && !row.has_children) return null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <span className={styles.cell} style={{ paddingInlineStart: depth * 14 }}>
      {depth > 0 && <IconCornerDownRight size={14} role="img" aria-label={t('audit_trail.caused_above')} />}
      {row.has_children && (
        <ActionIcon
          size={24}
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={t('audit_trail.children_of', { route: row.route })}
          onClick={(event) => {
            event.stopPropagation()
            tree.toggle(row.id)
          }}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <Chevron size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </span>
  )
}
