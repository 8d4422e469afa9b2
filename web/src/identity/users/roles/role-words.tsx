import { describeRole } from '@kontor/contract/descriptions/role-descriptions'
import { roleNamed } from '@kontor/contract/roles'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../platform/value/language.ts'
import typography from '../../../ui/words/typography.module.css'
import styles from './role-words.module.css'

/** The first roles in plain words, the number of the others, and all of them in the tooltip. */
export function RoleWords({ names, most }: { names: readonly string[]; most: number }) {
  const { t } = useTranslation()
  const words = useRoleWords(names)
  return (
    <div title={words.join('\n')}>
      {words.slice(0, most).map((word) => (
        <div key={word} className={styles.word}>
          {word}
        </div>
      ))}
      {words.length > most && (
        <div className={typography.sub}>{t('api_settings.more', { count: words.length - most })}</div>
      )}
    </div>
  )
}

export function useRoleWords(names: readonly string[]): string[] {
  const language = useLanguage()
  return names.map((name) => {
    const role = roleNamed(name)
    return role ? describeRole(role, language) : name
  })
}
