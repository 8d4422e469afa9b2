import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { WordTag } from '../../ui/words/word-tag.tsx'
import styles from './marked.module.css'

interface MarkedProps {
  differs: boolean
  /** What a new merchant has. */
  usual: string
  children: ReactNode
}

/** A value of a merchant's configuration, with what a new merchant has where that is another one (docs/adr/0237). */
export function Marked({ differs, usual, children }: MarkedProps) {
  const { t } = useTranslation()
  if (!differs) return children
  return (
    <div>
      {children}
      <div className={styles.mark}>
        <WordTag color="yellow">{t('merchant_configuration.differs')}</WordTag>
        <span>{t('merchant_configuration.usual', { value: usual })}</span>
      </div>
    </div>
  )
}
