import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/section.tsx'
import type { Found } from '../editor/finding.ts'
import styles from './found-list.module.css'

interface FoundListProps {
  found: readonly Found[]
  /** False while something is missing in the tree, which cannot be checked yet. */
  isWhole: boolean
  onShow: (place: string) => void
}

/** What the checker found; each leads to its place. */
export function FoundList({ found, isWhole, onShow }: FoundListProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('routings.findings')} text={t('routings.findings_text')}>
      <div role="status">
        {!isWhole ? (
          <Text size="sm">{t('routings.not_whole')}</Text>
        ) : found.length === 0 ? (
          <Text size="sm" className={styles.good}>
            <IconCircleCheck size={16} aria-hidden="true" /> {t('routings.nothing_found')}
          </Text>
        ) : (
          <ul className={styles.list}>
            {found.map(({ id, level, place, text }) => (
              <li key={id} data-level={level}>
                {level === 'error' ? (
                  <IconCircleX size={16} aria-hidden="true" />
                ) : (
                  <IconAlertTriangle size={16} aria-hidden="true" />
                )}
                {place === undefined ? (
                  <Text size="sm">{text}</Text>
                ) : (
                  <Button size="compact-sm" variant="subtle" className={styles.to} onClick={() => onShow(place)}>
                    {text}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}
